// Draws the files of build/icons from the two SVG files. Run `node build/draw-icons.mjs` after changing them; the
// results are committed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'icons')
const resources = join(folder, '..', '..', 'resources')
const large = readFileSync(join(folder, 'icon.svg'), 'utf8')
const small = readFileSync(join(folder, 'icon-small.svg'), 'utf8')
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()

/** The icon as a PNG of `size` pixels, with an empty margin of `margin` (share of the size) on each side. */
async function draw(size, margin) {
  const svg = size <= 48 ? small : large
  const inner = Math.round(size * (1 - 2 * margin))
  const offset = Math.floor((size - inner) / 2)
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>body{margin:0}svg{position:absolute;left:${offset}px;top:${offset}px;width:${inner}px;height:${inner}px}</style>${svg}`,
  )
  return await page.screenshot({ omitBackground: true })
}

async function drawAll(margin) {
  const drawn = new Map()
  for (const size of sizes) drawn.set(size, await draw(size, margin))
  return drawn
}

/** An icon file for Windows: a directory of PNG images, with a side of 256 written as 0. */
function ico(images) {
  const head = Buffer.alloc(6 + images.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  images.forEach(([size, png], index) => {
    const at = 6 + index * 16
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...images.map(([, png]) => png)])
}

/** An icon file for macOS: chunks of a PNG and a type that says its size. */
function icns(images) {
  const chunks = images.map(([type, png]) => {
    const head = Buffer.alloc(8)
    head.write(type, 0, 'latin1')
    head.writeUInt32BE(png.length + 8, 4)
    return Buffer.concat([head, png])
  })
  const head = Buffer.alloc(8)
  head.write('icns', 0, 'latin1')
  head.writeUInt32BE(8 + chunks.reduce((sum, chunk) => sum + chunk.length, 0), 4)
  return Buffer.concat([head, ...chunks])
}

/** The small icon at `size` pixels, with a dot in the corner when something needs attention. */
async function drawTray(size, hasDot) {
  const dot = hasDot
    ? '<circle cx="24.5" cy="7.5" r="7.5" fill="#ffffff"/><circle cx="24.5" cy="7.5" r="6" fill="#d92d20"/>'
    : ''
  return await drawSvg(size, small.replace('</svg>', `${dot}</svg>`))
}

/** The beads alone, black: macOS colours a template image by its alpha channel. */
async function drawTrayTemplate(size) {
  const black = small.replace(/<rect width="32"[^>]*>/, '').replaceAll(/fill="#[0-9a-f]{6}"/g, 'fill="#000000"')
  return await drawSvg(size, black)
}

async function drawSvg(size, svg) {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`)
  return await page.screenshot({ omitBackground: true })
}

const whole = await drawAll(0)
// Apple's icon grid has a margin of 100 of 1024 pixels.
const mac = await drawAll(100 / 1024)
const trays = [
  ['tray', 16, (size) => drawTray(size, false)],
  ['tray-attention', 16, (size) => drawTray(size, true)],
  ['trayTemplate', 18, drawTrayTemplate],
]
mkdirSync(resources, { recursive: true })
for (const [name, size, drawImage] of trays) {
  writeFileSync(join(resources, `${name}.png`), await drawImage(size))
  writeFileSync(join(resources, `${name}@2x.png`), await drawImage(2 * size))
}
await browser.close()

mkdirSync(join(folder, 'png'), { recursive: true })
mkdirSync(resources, { recursive: true })
for (const [size, png] of whole) writeFileSync(join(folder, 'png', `${size}x${size}.png`), png)
writeFileSync(join(folder, 'icon.ico'), ico([16, 24, 32, 48, 64, 128, 256].map((size) => [size, whole.get(size)])))
const macTypes = {
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
}
writeFileSync(join(folder, 'icon.icns'), icns(Object.entries(macTypes).map(([type, size]) => [type, mac.get(size)])))
writeFileSync(join(resources, 'icon.png'), whole.get(256))
console.log(`Drew ${whole.size} sizes, icon.ico and icon.icns`)
