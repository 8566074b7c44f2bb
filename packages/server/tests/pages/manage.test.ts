import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKING_DAYS } from '../http/support/fixtures.ts'
import { openDashboard, signIn } from './support/dashboard.ts'
import { choose, type Made, makeBookable, openPages, type Pages } from './support/pages.ts'
import { keepPicture } from './support/pictures.ts'

let pages: Pages
beforeAll(async () => {
  pages = await openPages()
})
afterAll(() => pages.close())

async function makeBooking(more: Readonly<Record<string, unknown>> = {}) {
  const { eventTypeId, path } = await makeBookable(pages, more)
  const made = await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-22T08:00:00Z',
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  await pages.make(`/v1/bookings/${made.id}/confirm`, {})
  const read = async () => (await pages.server.api.get<Made>(`/v1/bookings/${made.id}`)).body
  return { eventTypeId, path, read, link: `/manage/${made.id}#${made.manageToken}` }
}

test('a booking can be moved by its link, and keeps its time until the new one is booked', async () => {
  const { eventTypeId, read, link } = await makeBooking()
  const page = await pages.open(link)
  await page.getByRole('heading', { name: 'First visit' }).waitFor()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await page.locator('time').first().waitFor()
  await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-23T09:00:00Z',
    booker: { name: 'Ada', email: 'ada@example.com' },
  })
  await choose(page, 'Thursday, 23 April 2026', '11:00')
  await page.getByRole('button', { name: 'Move booking' }).click()
  await page.getByText('Your booking has not changed').waitFor()
  expect(await read()).toMatchObject({ status: 'confirmed', start: '2026-04-22T08:00:00Z' })
  await choose(page, 'Thursday, 23 April 2026', '12:00')
  await page.getByRole('button', { name: 'Move booking' }).click()
  await page.getByText('Booking moved').waitFor()
  await page.getByText('Thursday, 23 April 2026').waitFor()
  expect(await read()).toMatchObject({ status: 'confirmed', start: '2026-04-23T10:00:00Z' })
})

test('a booking can be cancelled by its link, with a reason, after a confirmation', async () => {
  const { read, link } = await makeBooking()
  const page = await pages.open(link)
  await page.getByRole('button', { name: 'Cancel booking', exact: true }).click()
  await page.getByRole('button', { name: 'Keep booking' }).click()
  expect(await read()).toMatchObject({ status: 'confirmed' })
  await page.getByRole('button', { name: 'Cancel booking', exact: true }).click()
  await page.getByLabel('Reason').fill('I am ill')
  await page.getByRole('button', { name: 'Yes, cancel booking' }).click()
  await page.getByText('Booking cancelled').waitFor()
  expect(await read()).toMatchObject({ status: 'cancelled', cancellationReason: 'I am ill' })
  expect(await page.getByRole('button', { name: 'Reschedule' }).count()).toBe(0)
})

test('a booking past its deadlines cannot be moved or cancelled by its link, and the page says why', async () => {
  const { link } = await makeBooking({
    locations: [{ kind: 'link', url: 'https://meet.example.com/room', label: 'Video room' }],
    policy: { cancelUntilMinutes: 2880, maxReschedules: 0 },
  })
  const page = await pages.open(link)
  const cancel = page.getByRole('button', { name: 'Cancel booking', exact: true })
  await cancel.waitFor()
  expect(await cancel.isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Reschedule' }).isDisabled()).toBe(true)
  const describedBy = await cancel.getAttribute('aria-describedby')
  expect(await page.locator(`[id="${describedBy}"]`).textContent()).toBe(
    'It is too late to cancel here. Contact the provider.',
  )
  await page.getByText("You can't reschedule this booking again.").waitFor()
  await page.getByText('Video room').waitFor()
  expect(await page.getByRole('link', { name: 'Join online' }).getAttribute('href')).toBe(
    'https://meet.example.com/room',
  )
})

test('a booking that is not paid yet can be paid by its link, which then says what a cancellation gives back', async () => {
  await pages.server.api.put('/v1/payment-connection', { kind: 'simulated' })
  const { eventTypeId } = await makeBookable(pages, {
    payment: {
      amount: 5000,
      currency: 'EUR',
      kind: 'full',
      refunds: [{ untilMinutesBefore: 60, percent: 50 }],
    },
  })
  const made = await pages.server.anybody.post<Made>('/v1/public/bookings', {
    eventTypeId,
    start: '2026-04-22T08:00:00Z',
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  const link = `/manage/${made.body.id}#${made.body.manageToken}`
  const page = await pages.open(link)
  await page.getByText('€50.00 · Not paid yet').waitFor()
  expect(await page.getByRole('button', { name: 'Confirm booking' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Pay €50.00' }).click()
  await page.waitForURL(/\/simulated-payments\//)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(/\/pay\/pay_\w+\?returned=1$/)
  await expect
    .poll(async () => {
      await page.clock.runFor(2000)
      return page.getByRole('heading', { name: 'Booking confirmed' }).isVisible()
    })
    .toBe(true)
  const paid = await pages.open(link)
  await paid.getByRole('button', { name: 'Cancel booking' }).click()
  await paid.getByText('You get €25.00 back.').waitFor()
})

test('the invitation to a booking can be downloaded', async () => {
  const { link } = await makeBooking()
  const page = await pages.open(link)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar file (.ics)' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe('invite.ics')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain('DTSTART:20260422T080000Z')
})

test('a link with a wrong or missing token does not open the booking', async () => {
  const { link } = await makeBooking()
  for (const wrong of [`${link}x`, link.split('#')[0] ?? '']) {
    const page = await pages.open(wrong)
    await page.getByRole('heading', { name: "This link doesn't work" }).waitFor()
  }
})

interface Mails {
  readonly data: readonly { readonly to: string; readonly text: string }[]
}

test('the link in the confirmation email opens the booking', async () => {
  const { eventTypeId } = await makeBookable(pages, { confirmation: 'instant' })
  const email = 'linked@example.com'
  await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-22T08:00:00Z',
    booker: { name: 'Linked', email },
  })
  const links = async () => {
    const { body } = await pages.server.api.get<Mails>('/v1/test/mails')
    const mail = body.data.find(({ to }) => to.includes(email))
    return /http\S+\/manage\/\S+/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(links, { timeout: 20_000 }).toBeDefined()
  const page = await pages.open((await links()) ?? '')
  await page.getByText(`Linked, ${email}`).waitFor()
})

test('the link on the booking page opens the booking', async () => {
  const { path } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByRole('link', { name: 'Manage booking' }).click()
  await page.getByText('Grace Hopper, grace@example.com').waitFor()
})

test('an address with an internationalized domain is shown as it was typed, to booker and desk', async () => {
  const { path } = await makeBookable(pages, { confirmation: 'instant' })
  const page = await pages.open(path)
  await choose(page, 'Tuesday, 21 April 2026', '09:00')
  await page.getByLabel('Name').fill('Grace Hopper')
  await page.getByLabel('Email').fill('grace@bücher.example')
  await page.getByRole('button', { name: 'Book this time' }).click()
  await page.getByText('grace@bücher.example').waitFor()
  const manage = page.getByRole('link', { name: 'Manage booking' })
  const id = /bkg_\w+/.exec((await manage.getAttribute('href')) ?? '')?.[0] ?? ''
  const { body } = await pages.server.api.get<{ booker: { email: string } }>(`/v1/bookings/${id}`)
  expect(body.booker.email).toBe('grace@xn--bcher-kva.example')
  await manage.click()
  await page.getByText('Grace Hopper, grace@bücher.example').waitFor()
  const desk = await openDashboard(pages, await signIn(pages), `/bookings/${id}`)
  const mailto = desk.getByRole('link', { name: 'grace@bücher.example' })
  expect(await mailto.getAttribute('href')).toBe('mailto:grace@xn--bcher-kva.example')
})

test('a booker who chose a person moves to their times, and is told before another person takes part', async () => {
  const person = (name: string) => pages.make('/v1/providers', { name, timeZone: 'Europe/Berlin' })
  const [ana, ben] = [await person('Dr. Ana'), await person('Dr. Ben')]
  const requirement = { name: 'doctor', providerIds: [ana.id, ben.id], count: 1 }
  const { eventTypeId } = await makeBookable(pages, {
    requirements: [{ ...requirement, choice: 'priority', bookerMayChoose: true }],
  })
  const book = (start: string) =>
    pages.make('/v1/bookings', {
      eventTypeId,
      start,
      providerId: ben.id,
      booker: { name: 'Grace Hopper', email: 'grace@example.com' },
    })
  const made = await book('2026-04-22T08:00:00Z')
  await pages.make(`/v1/bookings/${made.id}/confirm`, {})
  await book('2026-04-23T09:00:00Z')
  const assigned = async () => {
    const { body } = await pages.server.api.get<Made & { assignments: { providerId: string }[] }>(
      `/v1/bookings/${made.id}`,
    )
    return [body.start, ...body.assignments.map(({ providerId }) => providerId)]
  }
  const page = await pages.open(`/manage/${made.id}#${made.manageToken}`)
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText('These are the times of Dr. Ben.').waitFor()
  await page.getByRole('button', { name: /^Thursday, 23 April 2026/ }).click()
  await page.getByRole('button', { name: /^11:30/ }).waitFor()
  // 11:00 is taken with Dr. Ben.
  expect(await page.getByRole('button', { name: /^11:00/ }).count()).toBe(0)
  await page.getByLabel('With whom?').selectOption('Anyone who is free')
  await page.getByText('This time may be with someone other than Dr. Ben.').waitFor()
  await page.getByRole('button', { name: /^Thursday, 23 April 2026/ }).click()
  await page.getByRole('button', { name: /^11:00/ }).click()
  await page
    .getByRole('region', { name: 'Move your booking' })
    .getByText('other than Dr. Ben')
    .waitFor()
  await page.getByRole('button', { name: 'Move booking' }).click()
  await page.getByText('Booking moved').waitFor()
  expect(await assigned()).toEqual(['2026-04-23T09:00:00Z', ana.id])
})

/** A massage by somebody else. */
async function makeMassage(more: object = {}) {
  const mia = await pages.make('/v1/providers', { name: 'Mia Roth', timeZone: 'Europe/Berlin' })
  return await pages.make('/v1/event-types', {
    providerId: mia.id,
    slug: 'massage',
    title: 'Massage',
    durationMinutes: 30,
    availabilityRules: WORKING_DAYS,
    ...more,
  })
}

test('the page of one booking of a group names the others, and says before a change that they stay', async () => {
  const first = await makeBookable(pages, { confirmation: 'instant' })
  const massage = await makeMassage()
  const group = await pages.make('/v1/booking-groups', {
    items: [
      { eventTypeId: first.eventTypeId, start: '2026-04-22T08:00:00Z' },
      { eventTypeId: massage.id, start: '2026-04-22T09:00:00Z' },
    ],
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  const { body } = await pages.server.api.get<{ bookings: readonly Made[] }>(
    `/v1/booking-groups/${group.id}`,
  )
  const page = await pages.open(`/manage/${body.bookings[0]?.id}#${group.manageToken}`)
  const together = page.getByRole('region', { name: 'Booked together' })
  await together.waitFor()
  expect(await together.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/22 Apr.*11:00–11:30\s+Massage, Mia Roth\s+Not confirmed yet/s),
  ])
  await page.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText('The other bookings that you made at the same time stay').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Cancel booking', exact: true }).click()
  await page
    .getByRole('region', { name: 'Cancel this booking?' })
    .getByText('The other bookings that you made at the same time stay')
    .waitFor()
  await page.getByRole('button', { name: 'Yes, cancel booking' }).click()
  await page.getByText('Booking cancelled').waitFor()
  await together.getByText('Massage, Mia Roth').waitFor()
})

/** A confirmed visit by two people on Wednesday at 10:00 and 10:30 in Berlin. */
async function makeVisit() {
  const first = await makeBookable(pages, { confirmation: 'instant' })
  const massage = await makeMassage({ confirmation: 'instant' })
  const visit = await pages.make('/v1/booking-groups', {
    items: [
      { eventTypeId: first.eventTypeId, start: '2026-04-22T08:00:00Z' },
      { eventTypeId: massage.id, start: '2026-04-22T08:30:00Z' },
    ],
    together: true,
    booker: { name: 'Grace Hopper', email: 'grace@example.com' },
  })
  const read = async () => {
    const path = `/v1/booking-groups/${visit.id}`
    const { body } = await pages.server.api.get<{ bookings: readonly Made[] }>(path)
    return body.bookings
  }
  return { visit, read }
}

test.each([390, 1280])(
  'at %i px, the page of a part of a visit names all parts, and moves and cancels the whole',
  async (width) => {
    const { visit, read } = await makeVisit()
    const [, second] = await read()
    const page = await pages.open(`/manage/${second?.id}#${visit.manageToken}`)
    await page.setViewportSize({ width, height: 844 })
    await page.getByRole('heading', { name: 'Your visit' }).waitFor()
    const parts = page.getByRole('listitem')
    await page.getByText('Massage, Mia Roth').waitFor()
    expect(await parts.allInnerTexts()).toEqual([
      expect.stringMatching(/22 Apr.*10:00–10:30\s+First visit, Dr. Ada Weber/s),
      expect.stringMatching(/22 Apr.*10:30–11:00\s+Massage, Mia Roth/s),
    ])
    expect(await page.getByRole('link', { name: /View/ }).count()).toBe(0)
    await keepPicture(page, `manage-visit-${width}`)
    await page.getByRole('button', { name: 'Move all bookings' }).click()
    await choose(page, 'Thursday, 23 April 2026', '12:00')
    await page.getByRole('button', { name: 'Move booking' }).click()
    await page.getByText('Bookings moved').waitFor()
    expect((await read()).map(({ start }) => start)).toEqual([
      '2026-04-23T10:00:00Z',
      '2026-04-23T10:30:00Z',
    ])
    await page.getByRole('button', { name: 'Cancel all bookings' }).click()
    await page.getByRole('button', { name: 'Yes, cancel bookings' }).click()
    await page.getByText('Bookings cancelled').waitFor()
    expect((await read()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  },
)

test('a visit cannot move to a time at which one of its parts is taken, and stays as it is', async () => {
  const { visit, read } = await makeVisit()
  const [, massage] = await read()
  const { eventTypeId } = massage as Made & { readonly eventTypeId: string }
  await pages.make('/v1/bookings', {
    eventTypeId,
    start: '2026-04-23T10:30:00Z',
    booker: { name: 'Ada', email: 'ada@example.com' },
  })
  const page = await pages.open(`/manage/${visit.id}#${visit.manageToken}`)
  await page.getByRole('button', { name: 'Move all bookings' }).click()
  await choose(page, 'Thursday, 23 April 2026', '12:00')
  await page.getByRole('button', { name: 'Move booking' }).click()
  await page.getByText('Your booking has not changed').waitFor()
  expect((await read()).map(({ start }) => start)).toEqual([
    '2026-04-22T08:00:00Z',
    '2026-04-22T08:30:00Z',
  ])
})
