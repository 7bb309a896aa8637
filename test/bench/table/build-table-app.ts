import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const pages = join(import.meta.dirname, 'pages')

const style = `
  body { margin: 0; font: 13px sans-serif; font-variant-numeric: tabular-nums; }
  .mono { font-family: monospace; }
  .n-data-table .n-data-table-td { height: 32px; padding: 0 8px; white-space: nowrap; overflow: hidden; box-sizing: border-box; }
  .badge { display: inline-flex; gap: 6px; align-items: center; }
  .dot { width: 8px; height: 8px; border-radius: 50%; background: slategrey; }
  .grey { margin-left: 8px; color: grey; }`

/**
 * Builds an app whose only window shows one of `pages/` with the rows of the file `rows.json`. Returns the entry of its
 * main process.
 */
export async function buildTableApp(folder: string, name: 'naive-ui' | 'ag-grid', rowsJson: string): Promise<string> {
  const root = join(folder, name)
  await build({
    configFile: false,
    logLevel: 'error',
    root: pages,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: root,
      target: 'esnext',
      lib: { entry: join(pages, `${name}.js`), formats: ['es'], fileName: 'page' },
    },
  })
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'rows.json'), rowsJson)
  writeFileSync(
    join(root, 'index.html'),
    `<!doctype html><title>${name}</title><style>${style}</style><div id="table"></div><script type="module" src="page.js"></script>`,
  )
  const entry = join(root, 'main.mjs')
  writeFileSync(
    entry,
    `import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, BrowserWindow, protocol } from 'electron'
const types = { html: 'text/html', js: 'text/javascript', json: 'application/json' }
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }])
app.whenReady().then(() => {
  protocol.handle('app', async ({ url }) => {
    const { pathname } = new URL(url)
    const type = types[pathname.split('.').at(-1)]
    if (type === undefined) return new Response('', { status: 404 })
    return new Response(await readFile(join(import.meta.dirname, pathname)), { headers: { 'content-type': type } })
  })
  new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } }).loadURL('app://bundle/index.html')
})
app.on('window-all-closed', () => app.quit())
`,
  )
  return entry
}
