import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newDataFolder } from '../data-folder.ts'
import { ownPort } from '../own-port.ts'
import { startTied, type TiedProcess } from '../tied-process.ts'
import { until } from '../until.ts'
import type { Driver, Reader } from './driver.ts'
import { found, installed } from './programs.ts'
import { type Command, driverOf, errorOf, type Parameters, type Send } from './webdriver.ts'

const PROGRAMS = {
  driver: installed('WebKitWebDriver'),
  browser: found('/usr/{lib,libexec,lib/*-linux-gnu}/webkit2gtk-4.1/MiniBrowser'),
  screen: installed('Xvfb'),
}

/** Whether WebKitGTK, its driver and a screen without a monitor are installed: Debian's `webkit2gtk-driver` and `xvfb`. */
export const HAS_WEBKIT = Object.values(PROGRAMS).every((path) => path !== undefined)

/** The paths of the commands. */
const PATHS: Readonly<Record<Command, (id?: string) => string>> = {
  clear: (id) => `/element/${id}/clear`,
  click: (id) => `/element/${id}/click`,
  enterFrame: () => '/frame',
  execute: () => '/execute/sync',
  leaveFrames: () => '/frame',
  navigate: () => '/url',
  resize: () => '/window/rect',
  screenshot: () => '/screenshot',
  type: (id) => `/element/${id}/value`,
}

const bodyOf = (command: Command, { id, element, ...more }: Parameters): object => {
  if (command === 'leaveFrames') return { id: null }
  return command === 'enterFrame' ? { id: element } : more
}

/** No command takes longer, except one that hangs. */
const COMMAND_MILLISECONDS = 60_000

async function call(method: 'DELETE' | 'GET' | 'POST', url: string, body?: object) {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(COMMAND_MILLISECONDS),
    ...(body && { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { readonly value: unknown }
  if (!answer.ok) throw errorOf(value as { error: string; message: string })
  return value
}

/** Starts a screen without a monitor, which WebKitGTK needs, and resolves with its name, such as `:1`. */
async function startScreen(): Promise<{ readonly screen: TiedProcess; readonly display: string }> {
  const folder = await newDataFolder('screen')
  const file = join(folder, 'display')
  const command = 'exec "$1" -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$2"'
  const screen = await startTied({
    command: 'sh',
    args: ['-c', command, 'sh', PROGRAMS.screen ?? '', file],
    folder,
    lastSignal: 'SIGKILL',
  })
  let display = ''
  await until('the screen is ready', async () => {
    display = await readFile(file, 'utf8').catch(() => '')
    return display.endsWith('\n')
  })
  return { screen, display: `:${display.trim()}` }
}

/** Starts the small browser of WebKitGTK on a screen of its own, which it ends with. */
export async function startWebKit({ colorScheme = 'light' }: Reader = {}): Promise<Driver> {
  const { screen, display } = await startScreen()
  const folder = await newDataFolder('webkit')
  const port = await ownPort()
  const folders = ['HOME', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR']
  const driver = await startTied({
    command: 'env',
    args: [
      ...folders.map((name) => `${name}=${folder}`),
      ...[`DISPLAY=${display}`, 'TZ=UTC', 'LANG=C.UTF-8', 'NO_AT_BRIDGE=1'],
      `GTK_THEME=${colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita'}`,
      ...[PROGRAMS.driver ?? '', `--port=${port}`],
    ],
    folder,
    lastSignal: 'SIGKILL',
  })
  const base = `http://127.0.0.1:${port}`
  const isReady = () =>
    call('GET', `${base}/status`).then(
      () => true,
      () => false,
    )
  await until('the driver of WebKit is ready', isReady)
  const options = { binary: PROGRAMS.browser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const started = await call('POST', `${base}/session`, { capabilities })
  const session = `${base}/session/${(started as { readonly sessionId: string }).sessionId}`
  const send: Send = (command, parameters) =>
    command === 'screenshot'
      ? call('GET', session + PATHS.screenshot())
      : call('POST', session + PATHS[command](parameters.id), bodyOf(command, parameters))
  return driverOf(send, async () => {
    await call('DELETE', session)
    await driver.stop()
    await screen.stop()
  })
}
