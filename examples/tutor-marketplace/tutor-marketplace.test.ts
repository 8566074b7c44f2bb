import { Holdfast } from '@holdfast/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ExampleProcess,
  type ExampleServer,
  startExample,
  startExampleServer,
} from '../../packages/server/tests/support/example-process.ts'
import { ownPort } from '../../packages/server/tests/support/own-port.ts'

let server: ExampleServer
let site: ExampleProcess
let address: string
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  server = await startExampleServer()
  const port = await ownPort()
  address = `http://127.0.0.1:${port}`
  env = { PORT: String(port), HOLDFAST_URL: server.url, HOLDFAST_KEY: server.apiKey }
  site = await startExample('tutor-marketplace', env)
})
afterAll(async () => {
  await site.kill()
  await server.close()
})

const page = async (path: string): Promise<string> => (await fetch(`${address}${path}`)).text()

const timesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<option value="([^"]+)"/g)].map(([, start = '']) => start)

const book = (subject: string, name: string, start: string, tutor = ''): Promise<Response> =>
  fetch(`${address}/lessons/${subject}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ start, tutor, key: name, name, email: `${name}@example.com` }),
  })

/** The lines of the diary: what, with whom, and whether it is paid. */
const diary = async (): Promise<readonly string[]> =>
  [...(await page('/diary')).matchAll(/<\/time>: (.*)<\/li>/g)].map(([, line = '']) => line)

/** Pays as a browser does on the page that the site leads to: opens the checkout, and presses "pay". */
async function pay(answered: Response): Promise<void> {
  const paymentId = /\/pay\/(pay_\w+)$/.exec(answered.headers.get('location') ?? '')?.[1] ?? ''
  const browser = new Holdfast({ baseUrl: server.url })
  const { url } = await browser.public.payments.checkout(paymentId)
  const paid = await fetch(`${server.url}${new URL(url).pathname}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ choice: 'pay' }),
  })
  expect(paid.status).toBe(303)
}

test('two students get the two tutors of one hour, a third learns that it is taken, and who pays is confirmed', async () => {
  expect(await page('/')).toMatch(/Maths, €45\.00 an hour.*Ada Berger.*Emmy Roth.*Physics/s)
  const [start = ''] = timesOf(await page('/lessons/maths'))
  const students = ['grace', 'alan', 'edsger']
  const answers = await Promise.all(students.map((name) => book('maths', name, start)))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409])
  const late = await answers.find(({ status }) => status === 409)?.text()
  expect(late).toContain('Someone just booked this time. Choose another one.')
  expect(timesOf(late ?? '')).not.toContain(start)
  expect(await diary()).toEqual([
    'Maths with Ada Berger, waiting for payment',
    'Maths with Emmy Roth, waiting for payment',
  ])
  for (const answered of answers.filter(({ status }) => status === 303)) await pay(answered)
  await expect.poll(diary).toEqual(['Maths with Ada Berger, paid', 'Maths with Emmy Roth, paid'])
})

test('a student who chooses a tutor gets this tutor, and a form that is sent twice books once', async () => {
  const tutor = /\/lessons\/maths\?tutor=(prv_\w+)">Emmy Roth/.exec(await page('/'))?.[1] ?? ''
  const shown = await page(`/lessons/maths?tutor=${tutor}`)
  expect(shown).toContain('Maths with Emmy Roth')
  const [start = ''] = timesOf(shown)
  const first = await book('maths', 'donald', start, tutor)
  const again = await book('maths', 'donald', start, tutor)
  expect([first.status, again.headers.get('location')]).toEqual([
    303,
    first.headers.get('location'),
  ])
  const waiting = (await diary()).filter((line) => line.endsWith('waiting for payment'))
  expect(waiting).toEqual(['Maths with Emmy Roth, waiting for payment'])
})

test('a second start finds the tutors of the first, and it ends by itself when it is asked to', async () => {
  const before = await page('/')
  expect(await site.stop()).toBe(0)
  site = await startExample('tutor-marketplace', env)
  expect(await page('/')).toBe(before)
})
