/* eslint-disable @typescript-eslint/no-require-imports */
// The module `electron`. CommonJS with one object literal, so that Node finds the names that an app
// imports from 'electron'.
const { app } = require('./app.ts')
const { BrowserWindow } = require('./browser-window.ts')
const { clipboard, crashReporter, globalShortcut, nativeImage, Notification, powerMonitor, powerSaveBlocker, screen, shell, systemPreferences, Tray } = require('./desktop-modules.ts')
const { dialog } = require('./dialog.ts')
const { ipcMain } = require('./ipc-main.ts')
const { Menu, MenuItem } = require('./menu.ts')
const { net, protocol } = require('./protocol.ts')
const { session } = require('./session.ts')
const { nativeTheme } = require('./native-theme.ts')
const { WebContents } = require('./web-contents.ts')
const { standIn } = require('./test-controls.ts')

const webContents = WebContents

module.exports = { app, BrowserWindow, clipboard, crashReporter, dialog, globalShortcut, ipcMain, Menu, MenuItem, nativeImage, nativeTheme, net, Notification, powerMonitor, powerSaveBlocker, protocol, screen, session, shell, standIn, systemPreferences, Tray, webContents }
