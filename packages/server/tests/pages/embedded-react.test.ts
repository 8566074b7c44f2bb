import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBookable, openPages, type Pages } from './support/pages.ts'

/** An app of a site, as its authors would write it: the page, and a button whose popup belongs to a part of the app. */
const APP = `
import { createElement as h, useState } from 'react'
import { HoldfastBooking, useHoldfastPopup } from '@holdfast/react'

function Menu({ server, eventType, onBooked }) {
  const popup = useHoldfastPopup({ server, eventType: 'no/where', prefill: { name: 'Grace Hopper', email: 'grace@example.com' }, onBooked })
  return h('button', { onClick: () => void popup.open({ eventType }) }, 'Book in a popup')
}

export function App({ server, inline, eventType }) {
  const [count, setCount] = useState(0)
  const [hasMenu, setHasMenu] = useState(true)
  // A callback that closes over the state of its render: an old one would count to 1 for ever.
  const onBooked = ({ status }) => setCount(status === 'confirmed' ? count + 1 : -1)
  return h('main', null,
    h('h1', null, 'Booked: ' + count),
    hasMenu && h(Menu, { server, eventType, onBooked }),
    h('button', { onClick: () => setTimeout(() => setHasMenu(false), 0), id: 'leave' }, 'Leave'),
    h(HoldfastBooking, { server, eventType: inline, className: 'booking', color: '#1a6b4f', onBooked,
      prefill: { name: 'Ada Lovelace', email: 'ada@example.com' } },
      h('a', { href: server + '/' + inline }, 'Book a first visit')))
}`
const CLIENT = `
import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.js'
hydrateRoot(document.getElementById('app'), createElement(App, window.props), {
  onRecoverableError: (error) => console.error(error),
})`
const SERVER = `
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app.js'
export const render = (props) => renderToString(createElement(App, props))`

let pages: Pages
let folder: string
let site: Server
let html = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-react-'))
  const builder = pathToFileURL('tools/react-package/build.ts').href
  const call = `import { buildReact } from '${builder}'; buildReact(process.argv[1])`
  execFileSync(process.execPath, ['--input-type=module', '-e', call, join(folder, 'package')])
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('app.js', APP)
  write('client.js', CLIENT)
  write('server.js', SERVER)
  const options: BuildOptions = {
    absWorkingDir: folder,
    bundle: true,
    alias: { '@holdfast/react': './package/index.js' },
    nodePaths: [join(process.cwd(), 'node_modules')],
    define: { 'process.env.NODE_ENV': '"development"' },
    outdir: join(folder, 'built'),
    logLevel: 'error',
  }
  await build({ ...options, entryPoints: ['client.js'], format: 'iife' })
  await build({ ...options, entryPoints: ['server.js'], format: 'cjs', platform: 'node' })
  site = createServer((request, answer) => {
    const isScript = request.url === '/client.js'
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? readFileSync(join(folder, 'built/client.js')) : html)
  }).listen(0)
  await once(site, 'listening')
  pages = await openPages()
})
afterAll(async () => {
  site.close()
  rmSync(folder, { recursive: true })
  await pages.close()
})

test('the package has JavaScript with types, React as a peer, and is a client module', () => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    name: '@holdfast/react',
    peerDependencies: { react: '>=18' },
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './element': { types: './element.d.ts', default: './element.js' },
    },
  })
  expect(manifest).not.toHaveProperty('dependencies')
  for (const file of ['holdfast-booking.js', 'use-holdfast-popup.js']) {
    expect(readFileSync(join(folder, 'package', file), 'utf8')).toMatch(/^'use client';/)
  }
})

test('components render on a server, come alive in a browser, and call the latest callbacks', async () => {
  const inline = await makeBookable(pages)
  const other = await makeBookable(pages)
  const props = { server: pages.url, inline: inline.path.slice(1), eventType: other.path.slice(1) }
  const bundle: unknown = await import(pathToFileURL(join(folder, 'built/server.js')).href)
  // The cast: it is the bundle of SERVER, as a CommonJS module.
  const { render } = (bundle as { default: { render: (given: object) => string } }).default
  const rendered = render(props)
  expect(rendered).toContain(
    `<holdfast-booking event-type="${props.inline}" server="${pages.url}" color="#1a6b4f" name="Ada Lovelace" email="ada@example.com" class="booking"><a href="${pages.url}/${props.inline}">Book a first visit</a></holdfast-booking>`,
  )
  html = `<!doctype html><title>An app</title><div id="app">${rendered}</div>
    <script>window.props = ${JSON.stringify(props)}</script><script src="/client.js"></script>`
  const page = await pages.open('about:blank')
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`)
  const book = async (frame: ReturnType<typeof page.frameLocator>) => {
    await frame.getByRole('button', { name: /^Tuesday, 21 April 2026/ }).click()
    await frame.getByRole('button', { name: /^09:00/ }).click()
    await frame.getByRole('button', { name: 'Confirm booking' }).click()
    await frame.getByRole('heading', { name: 'Booking confirmed' }).waitFor()
  }
  await book(page.frameLocator('.booking iframe'))
  await page.getByRole('heading', { name: 'Booked: 1' }).waitFor()
  await page.getByRole('button', { name: 'Book in a popup' }).click()
  await book(page.frameLocator('dialog iframe'))
  await expect.poll(() => page.locator('h1').textContent()).toBe('Booked: 2')
  expect(await page.getByRole('dialog').count()).toBe(1)
  // The popup goes with the component that opened it.
  await page.evaluate("document.getElementById('leave').click()")
  await expect.poll(() => page.locator('dialog').count()).toBe(0)
  await expect.poll(() => page.locator('holdfast-booking').count()).toBe(1)
  expect(errors).toEqual([])
})
