import { h, type VNode } from 'vue'

/** Returns a list for the body of a confirmation. */
export function createBulletList(lines: readonly string[]): VNode {
  return h(
    'ul',
    { style: { listStyle: 'disc', padding: '4px 0 8px 20px' } },
    lines.map((line) => h('li', { class: 'number' }, line)),
  )
}
