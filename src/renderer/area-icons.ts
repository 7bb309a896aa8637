import {
  Globe,
  History,
  LayoutDashboard,
  ReceiptJapaneseYen,
  ScrollText,
  Server,
  Settings,
  SquareTerminal,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { AreaName } from './app-areas-and-routes.ts'

export const areaIcons: Record<AreaName, Component> = {
  overview: LayoutDashboard,
  domains: Globe,
  servers: Server,
  orders: ReceiptJapaneseYen,
  activity: History,
  logs: ScrollText,
  console: SquareTerminal,
  settings: Settings,
}
