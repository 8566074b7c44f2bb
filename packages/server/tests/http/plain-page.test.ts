import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'
import { openTestApp, type TestApp } from './support/app.ts'
import { makeEventType, makeProvider } from './support/fixtures.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp({ engine: 'sqlite' })
})
afterAll(() => server.close())

const QUESTIONS = [
  { id: 'reason', label: 'Why <now>?', kind: 'text', required: true },
  { id: 'topics', label: 'Topics', kind: 'multi_select', options: ['Teeth', 'Gums'] },
]

/** An event type, and the path of its page without scripts. */
async function makePage(more: Readonly<Record<string, unknown>> = {}) {
  const eventType = await makeEventType(server.call, { questions: QUESTIONS, ...more })
  const { body: provider } = await server.call('GET', `/v1/providers/${eventType.providerId}`)
  return { eventType, path: `/v1/plain/${provider.slug}/${eventType.slug}` }
}

async function send(path: string, init: RequestInit = {}) {
  const answer = await server.app.request(`http://localhost${path}`, init)
  return { status: answer.status, html: await answer.text(), headers: answer.headers }
}

const START = '2026-04-27T12:00:00Z'
const FORM = { start: START, name: 'Ada <b>', email: 'ada@example.com', 'answer-reason': 'Pain' }

const post = (
  path: string,
  form: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
    body: `${new URLSearchParams(form)}`,
  })

const bookingsOf = async ({ id }: { readonly id: string }) =>
  (await server.call('GET', `/v1/bookings?eventTypeId=${id}`)).body.data

test('without scripts, times are links, a form books one, and the page leads to the booking', async () => {
  const { eventType, path } = await makePage()
  const times = await send(`${path}?month=2026-04`)
  expect(times.status).toBe(200)
  expect(times.headers.get('content-security-policy')).not.toContain('script')
  const link = /href="(\?start=2026-04-27T12[^"]*)"/.exec(times.html)?.[1]?.replaceAll('&#38;', '&')
  const form = await send(`${path}${link}`)
  expect(form.html).toContain('Why &#60;now&#62;?')
  const body = `${new URLSearchParams(FORM)}&answer-topics=Teeth&answer-topics=Gums`
  const done = await send(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
    body,
  })
  expect(done.status).toBe(200)
  expect(done.html).toContain('Booking confirmed')
  const [booking] = await bookingsOf(eventType)
  expect(booking).toMatchObject({
    status: 'confirmed',
    start: START,
    booker: { name: 'Ada <b>', email: 'ada@example.com' },
    answers: { reason: 'Pain', topics: ['Teeth', 'Gums'] },
  })
  const [, id, token] = /manage\/(bkg_\w+)#([\w.-]+)"/.exec(done.html) ?? []
  expect(id).toBe(booking?.id)
  const managed = await server.app.request(`http://localhost/v1/bookings/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(managed.status).toBe(200)
})

test('without scripts, errors show in the page with what was typed, and nothing is booked', async () => {
  const { eventType, path } = await makePage({ confirmation: 'instant' })
  const wrong = await post(path, { ...FORM, email: 'nobody' })
  expect(wrong.status).toBe(422)
  expect(wrong.html).toContain('Check your details')
  expect(wrong.html).toMatch(/name="email" aria-describedby="email-about" aria-invalid="true"/)
  expect(wrong.html).toContain('value="Ada &#60;b&#62;"')
  const foreign = await post(path, FORM, { 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, foreign.html.includes('<form')]).toEqual([200, true])
  expect(await bookingsOf(eventType)).toEqual([])
  expect((await post(path, FORM)).html).toContain('Booking confirmed')
  const taken = await post(path, FORM)
  expect([taken.status, taken.html.includes('This time is taken')]).toEqual([409, true])
  expect(await bookingsOf(eventType)).toHaveLength(1)
  expect((await post(path, { ...FORM, start: '2026-04-26T12:00:00Z' })).status).toBe(422)
})

test('without scripts, bookers choose a duration and a person, on pages with the brand of the account', async () => {
  const brand = { name: 'Lake & Co', color: '#aa3366', logoUrl: 'https://example.com/logo.svg' }
  await server.call('PATCH', '/v1/account', { body: { brand } })
  const people = ['Ada', 'Bob'].map((name) => makeProvider(server.call, { name }))
  const [ada, bob] = (await Promise.all(people)).map(({ id }) => id)
  const { eventType, path } = await makePage({
    questions: [],
    durationMinutes: 30,
    durationOptionsMinutes: [30, 90],
    requirements: [{ name: 'doctor', providerIds: [ada, bob], count: 1, bookerMayChoose: true }],
  })
  const first = await send(`${path}?month=2026-04`)
  expect(first.html).toContain('<header><img src="https://example.com/logo.svg" alt="">')
  expect(first.html).toContain('Lake &#38; Co')
  expect(first.html).toContain(':root { --brand: #aa3366 }')
  expect(first.html).toMatch(/aria-current="true" dir="auto">30 min</)
  expect(first.html).toMatch(/aria-current="true" dir="auto">No preference</)
  const long = /href="(\?[^"]*duration=90[^"]*)"/.exec(first.html)?.[1]?.replaceAll('&#38;', '&')
  const times = await send(`${path}${long}&providerId=${bob}`)
  expect(times.html).toMatch(/aria-current="true" dir="auto">1 hr 30 min</)
  expect(times.html).toMatch(/aria-current="true" dir="auto">Bob</)
  const link = /href="(\?[^"]*start=2026-04-27T12[^"]*)"/.exec(times.html)?.[1]
  const chosen = link?.replaceAll('&#38;', '&') ?? ''
  expect((await send(path + chosen)).html).toContain('1 hr 30 min · Bob')
  const action = chosen.replace(/&?start=[^&]*/, '')
  expect((await post(path + action, FORM)).html).toContain('Booking confirmed')
  const [booking] = await bookingsOf(eventType)
  expect(booking).toMatchObject({
    end: '2026-04-27T13:30:00Z',
    assignments: [{ providerId: bob }],
  })
  const unknown = await send(`${path}?month=2026-04&duration=45`)
  expect([unknown.status, unknown.html.includes('<script')]).toEqual([422, false])
})

test('where bookings need a proof of work, the page without scripts says at once that it needs JavaScript', async () => {
  const capped = await openTestApp({ engine: 'sqlite', settings: { publicGuard: 'pow' } })
  try {
    const eventType = await makeEventType(capped.call)
    const { body } = await capped.call('GET', `/v1/providers/${eventType.providerId}`)
    const own = `${body.slug}/${eventType.slug}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = { method: 'POST', headers, body: `${new URLSearchParams(FORM)}` }
    for (const init of [{}, form]) {
      const answer = await capped.app.request(`http://localhost/v1/plain/${own}`, init)
      expect(answer.status).toBe(403)
      const html = await answer.text()
      expect(html).toContain('Booking here needs JavaScript')
      expect(html).toContain(`<a href="../../../${own}">Open the booking page</a>`)
    }
    const german = await capped.app.request(
      `http://localhost/v1/plain/${own}?lang=de&accountSlug=a%2Fb`,
    )
    const html = await german.text()
    expect(html).toContain('Zum Buchen ist JavaScript nötig')
    expect(html).toContain('"../../../a/a%2Fb/')
    expect((await capped.call('GET', '/v1/bookings')).body.data).toEqual([])
  } finally {
    await capped.close()
  }
})

test('the page without scripts books no more than the caps of the public API allow', async () => {
  const publicCaps = { ...PUBLIC_CAPS, withoutProof: { tenMinutes: 1, day: 9 } }
  const capped = await openTestApp({ engine: 'sqlite', settings: { publicCaps } })
  try {
    const eventType = await makeEventType(capped.call)
    const { body } = await capped.call('GET', `/v1/providers/${eventType.providerId}`)
    const book = async (start: string) => {
      const answer = await capped.app.request(
        `http://localhost/v1/plain/${body.slug}/${eventType.slug}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `${new URLSearchParams({ ...FORM, start })}`,
        },
      )
      return { status: answer.status, html: await answer.text() }
    }
    expect((await book(START)).status).toBe(200)
    const second = await book('2026-04-27T14:00:00Z')
    expect(second.status).toBe(403)
    expect(second.html).toContain('Booking here needs JavaScript')
    expect(second.html).toContain('value="Ada &#60;b&#62;"')
    expect((await capped.call('GET', '/v1/bookings')).body.data).toHaveLength(1)
  } finally {
    await capped.close()
  }
})

test('where times depend on answers, the page without scripts says so and leads to the page with scripts', async () => {
  const optionRules = { Long: { addMinutes: 15 } }
  const { path } = await makePage({
    questions: [
      { id: 'hair', label: 'Hair', kind: 'select', options: ['Short', 'Long'], optionRules },
    ],
  })
  for (const sent of [await send(path), await post(path, FORM)]) {
    expect(sent.status).toBe(404)
    expect(sent.html).toContain('Here the available times depend on your answers')
    expect(sent.html).toContain(`<a href="../../../${path.replace('/v1/plain/', '')}">`)
  }
  const german = await send(`${path}?lang=de`)
  expect(german.html).toContain('Die freien Zeiten hängen hier von Ihren Antworten')
})

test('the page without scripts is in the language of the reader, and there is none for what is paid', async () => {
  const { path } = await makePage({ confirmation: 'approval' })
  const arabic = await send(`${path}?month=2026-04`, {
    headers: { 'accept-language': 'xx, ar;q=0.9' },
  })
  expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
  expect((await post(`${path}?lang=de`, FORM)).html).toContain('Anfrage gesendet')
  const paid = await makePage({ payment: { amount: 500, currency: 'EUR', kind: 'full' } })
  expect((await send(paid.path)).status).toBe(404)
  expect((await send('/v1/plain/nobody/nothing')).status).toBe(404)
  expect((await send(`${path}?month=April`)).status).toBe(422)
})

test('without scripts, a rental names its length in days and the date of its end', async () => {
  const { eventType, path } = await makePage({
    questions: [],
    durationMinutes: 120,
    durationOptionsMinutes: [120, 4320],
    hoursApplyTo: 'startAndEnd',
  })
  const choice = await send(`${path}?month=2026-04&duration=4320`)
  expect(choice.html).toContain('3 days')
  const start = '2026-04-27T07:00:00Z'
  const form = await send(`${path}?duration=4320&start=${start}`)
  expect(form.html).toMatch(/Monday, April 27, 2026[^<]* Until Thursday, April 30, 2026/)
  const done = await post(`${path}?duration=4320`, { ...FORM, start })
  expect(done.html).toContain('Until Thursday')
  const [booking] = await bookingsOf(eventType)
  expect(booking).toMatchObject({ start, end: '2026-04-30T07:00:00Z' })
})
