import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMailbox, type Mailbox } from '../../src/adapters/mail/mailbox.ts'
import type { Mail } from '../../src/delivery/ports/mailer.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import type { Sent } from './support/call.ts'

const mail: Mail = {
  id: 'evn_01k5.booker',
  fromName: 'Dr. Ada',
  to: { name: 'Grace', address: 'grace@example.com' },
  subject: 'Confirmed: <script>alert(1)</script>',
  text: 'See it: http://localhost:3000/manage/bkg_1#hm_1 & more\n',
  html: '<!doctype html><p style="color:#111">Confirmed</p><a href="http://localhost:3000/manage">See it</a>',
  invitation: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
}

let folder: string
let mailbox: Mailbox
let server: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-mailbox-'))
  mailbox = createMailbox(join(folder, 'mails'), { fromAddress: 'mail@example.com' })
  server = await openTestApp({
    testMode: true,
    keptMails: mailbox,
    settings: { isDevelopment: true },
  })
})
afterAll(async () => {
  await server.close()
  await mailbox.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => mailbox.clear())

const HERE = { key: null, from: '127.0.0.1' } as const
const get = (path: string, sent: Sent = {}) => server.call('GET', path, { ...HERE, ...sent })

/** Keeps a mail and answers its id. */
async function keep(more: Partial<Mail> = {}): Promise<string> {
  await mailbox.send({ ...mail, ...more }, 'acc_of_another')
  return (await mailbox.list(1))[0]?.id ?? ''
}

test('the metrics of a development server are open to its own machine only', async () => {
  expect((await get('/metrics')).status).toBe(200)
  expect((await get('/metrics', { from: '192.0.2.7' })).status).toBe(404)
})

describe('the mailbox page', () => {
  test('shows the mails with everything escaped, and may load nothing but their frames', async () => {
    expect((await get('/mailbox')).text).toContain('No emails yet.')
    const id = await keep()
    const got = await get('/mailbox')
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(got.text).toContain('Confirmed: &#60;script&#62;alert(1)&#60;/script&#62;')
    expect(got.text).toContain('/manage/bkg_1#hm_1 &#38; more')
    expect(got.text).not.toMatch(/<script|javascript:|https?:\/\/[^l]/)
    expect(got.text).toContain('<meta name="viewport" content="width=device-width')
    expect(got.text).toContain(
      `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${id}.html"`,
    )
    const policy = got.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
  })

  test('frames the HTML of a mail in a sandbox, also when it is opened by itself', async () => {
    const id = await keep()
    const got = await get(`/mailbox/${id}.html`)
    expect(got.status).toBe(200)
    expect(got.text).toBe(`<base target="_blank">${mail.html}`)
    expect(got.headers.get('content-security-policy')).toBe(
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; form-action 'none'; frame-ancestors 'self'",
    )
    expect(got.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('gives the whole mail as it would have been sent', async () => {
    const id = await keep()
    const got = await get(`/mailbox/${id}.eml`)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'message/rfc822'])
    expect(got.headers.get('content-disposition')).toBe(`attachment; filename="${id}.eml"`)
    const parsed = await PostalMime.parse(got.text)
    expect([parsed.messageId, parsed.to?.[0]?.address]).toEqual([
      '<evn_01k5.booker@example.com>',
      'grace@example.com',
    ])
  })

  test.each(['1-x.eml', '1-x.html', '..%2F..%2Fholdfast.db.eml', 'a.txt', '%00.eml'])(
    'has nothing at %s',
    async (file) => {
      await keep()
      expect((await get(`/mailbox/${file}`)).status).toBe(404)
    },
  )

  test.each([
    ['over the network', { from: '192.0.2.7' }],
    ['over the network in IPv6', { from: '2001:db8::1' }],
    ['through a proxy on this machine', { headers: { 'x-forwarded-for': '192.0.2.7' } }],
    ['through a proxy that uses Forwarded', { headers: { forwarded: 'for=192.0.2.7' } }],
  ])('is closed in development mode to whoever comes %s and is not signed in', async (_, sent) => {
    const id = await keep()
    for (const path of ['/mailbox', `/mailbox/${id}.html`, `/mailbox/${id}.eml`]) {
      const got = await get(path, sent)
      expect([path, got.status, got.body.code]).toEqual([path, 401, 'unauthenticated'])
    }
  })

  test('is closed under a name that a stranger made resolve to this machine', async () => {
    for (const [host, status] of [
      ['evil.example', 401],
      ['localhost.evil.example', 401],
      ['127.0.0.1.evil.example', 401],
      ['localhost:3000', 200],
      ['127.0.0.1:3000', 200],
      ['[::1]:3000', 200],
      ['mail.localhost', 200],
    ] as const) {
      const got = await server.app.request(
        `http://${host}/mailbox`,
        {},
        { incoming: { socket: { remoteAddress: '::ffff:127.0.0.1' } } },
      )
      expect([host, got.status]).toEqual([host, status])
    }
  })

  test('does not exist where emails are sent, and is closed to unknown clients', async () => {
    const sending = await openTestApp({ testMode: true })
    expect((await sending.call('GET', '/mailbox', HERE)).status).toBe(404)
    expect((await sending.call('GET', '/v1/test/mails', HERE)).status).toBe(404)
    await sending.close()
    expect((await server.app.request('/mailbox')).status).toBe(401)
  })

  test('is no call of the API', async () => {
    const { paths } = JSON.parse((await get('/openapi.json')).text)
    expect(Object.keys(paths).filter((path) => path.startsWith('/mailbox'))).toEqual([])
  })
})

describe('in test mode', () => {
  const list = async (query = '') => (await get(`/v1/test/mails${query}`)).body.data

  test('the mails are listed, the newest first, and forgotten on demand', async () => {
    const first = await keep()
    const second = await keep({ id: 'evn_01k6.booker', subject: 'Later' })
    const mails = await list()
    expect(mails.map(({ id }) => id)).toEqual([second, first])
    expect(mails[1]).toEqual({
      id: first,
      keptAt: expect.any(String),
      to: 'grace@example.com',
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      invitation: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    })
    expect(await list('?limit=1')).toHaveLength(1)
    const cleared = await server.call('DELETE', '/v1/test/mails', { key: null })
    expect([cleared.status, await list()]).toEqual([204, []])
  })

  test('every documented answer of these calls was seen', async () => {
    expect((await get('/v1/test/mails?limit=0')).status).toBe(422)
    const unseen = server.call.unseen('Test mode', [])
    expect(unseen.filter((answer) => answer.includes('TestMails'))).toEqual([])
  })

  test('without test mode there is no such path', async () => {
    const plain = await openTestApp({ keptMails: mailbox })
    expect((await plain.call('GET', '/v1/test/mails')).status).toBe(404)
    expect((await plain.call('DELETE', '/v1/test/mails')).status).toBe(404)
    await plain.close()
  })
})
