import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { newDataFolder } from '../data-folder.ts'
import { startTied } from '../tied-process.ts'
import { until } from '../until.ts'
import type { Driver, Reader } from './driver.ts'
import { installed } from './programs.ts'
import { type Command, driverOf, errorOf, type Parameters, type Send } from './webdriver.ts'

const PROGRAM = installed('firefox-esr', 'firefox')

/** Whether a Firefox is installed. Debian's package is `firefox-esr`. */
export const HAS_FIREFOX = PROGRAM !== undefined

/** The settings of a browser that speaks to nobody but the pages under test. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB, en',
  'marionette.port': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

/** The names that Firefox's own protocol has for the commands of WebDriver. */
const NAMES: Readonly<Record<Command, string>> = {
  clear: 'ElementClear',
  click: 'ElementClick',
  enterFrame: 'SwitchToFrame',
  execute: 'ExecuteScript',
  leaveFrames: 'SwitchToFrame',
  navigate: 'Navigate',
  resize: 'SetWindowRect',
  screenshot: 'TakeScreenshot',
  type: 'ElementSendKeys',
}

const parametersOf = (command: Command, parameters: Parameters): Parameters => {
  // By itself, Firefox draws the whole page.
  if (command === 'screenshot') return { full: false }
  return command === 'enterFrame' ? { element: parameters.id } : parameters
}

type Answer = readonly [1, number, { error: string; message: string } | null, unknown]

/** Starts Firefox without a window. */
export async function startFirefox({ colorScheme = 'light' }: Reader = {}): Promise<Driver> {
  if (PROGRAM === undefined) throw new Error('Firefox is not installed.')
  const folder = await newDataFolder('firefox')
  const look = {
    'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
  }
  const preferences = Object.entries({ ...PREFERENCES, ...look }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(folder, 'user.js'), preferences.join('\n'))
  const browser = await startTied({
    command: 'env',
    args: [
      ...[`HOME=${folder}`, 'TZ=UTC', 'LANG=C.UTF-8', 'MOZ_CRASHREPORTER_DISABLE=1'],
      ...[PROGRAM, '--headless', '--marionette', '--no-remote', '--profile', folder],
    ],
    folder,
    lastSignal: 'SIGKILL',
  })
  let port = 0
  await until('Firefox listens', async () => {
    port = Number(await readFile(join(folder, 'MarionetteActivePort'), 'utf8').catch(() => 0))
    return port > 0
  })
  const { call, close } = speakMarionette(port)
  await call('NewSession', {})
  const send: Send = (command, parameters) =>
    call(NAMES[command], parametersOf(command, parameters))
  return driverOf(send, async () => {
    close()
    await browser.stop()
  })
}

/**
 * Speaks Marionette: the commands of WebDriver as `<length>:<JSON>`. It needs no program between, unlike WebDriver over
 * HTTP, and unlike WebDriver BiDi it is the protocol that WebKit is driven by.
 */
function speakMarionette(port: number) {
  const socket = connect(port, '127.0.0.1')
  const waiting = new Map<number, (answer: Answer) => void>()
  let received = Buffer.alloc(0)
  let count = 0
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || received.length < end) return
      const message = JSON.parse(received.toString('utf8', colon + 1, end)) as Answer | object
      received = received.subarray(end)
      // The first message, a greeting, is no answer.
      if (Array.isArray(message)) waiting.get(message[1])?.(message as unknown as Answer)
    }
  })
  const call = async (name: string, parameters: Parameters): Promise<unknown> => {
    count += 1
    const sent = Buffer.from(JSON.stringify([0, count, `WebDriver:${name}`, parameters]))
    const answered = new Promise<Answer>((resolve) => waiting.set(count, resolve))
    socket.write(`${sent.length}:${sent}`)
    const [, , error, result] = await answered
    if (error !== null) throw errorOf(error)
    return typeof result === 'object' && result !== null ? Reflect.get(result, 'value') : result
  }
  return { call, close: () => socket.destroy() }
}
