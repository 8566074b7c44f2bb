import { describe, expect, onTestFinished, test } from 'vitest'
import { CRASH_POINTS, type CrashPoint } from '../../src/composition/crash-points.ts'
import { drawnFrom, repetitions } from '../support/depth.ts'
import { startSmtpReceiver } from '../support/smtp-receiver.ts'
import { ENGINES, OTHER_ENGINES } from '../support/stores.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { readAftermath, untilQuiet } from './support/aftermath.ts'
import { clockOf, type Fate, runLife, setClock, setUpEstate } from './support/crash-run.ts'
import { createHome } from './support/mortal-server.ts'
import {
  checkAcknowledged,
  checkChanges,
  checkContacts,
  checkLog,
  checkMails,
  checkMessages,
  checkSchedule,
} from './support/outcome.ts'

/** `HOLDFAST_SOAK=1`: every crash point three times on each engine, at least 200 kills per engine. */
const IS_SOAK = process.env.HOLDFAST_SOAK === '1'
// These servers are not registered with a calendar vendor, so calendar sync never runs. No account is deleted. The first
// attempts of contacts and schedule succeed, so that no task of theirs is removed.
const NEVER = /^(?:(?:mirrors|accounts|erasures)\.|(?:contacts|schedule)\.ack)/
const POINTS = CRASH_POINTS.filter((at) => !NEVER.test(at))
const OCCURRENCES = IS_SOAK ? [1, 2, 3] : [1]
const RANDOM_KILLS = IS_SOAK ? 110 : repetitions(1, 2)
const LATEST_RANDOM_KILL_MILLISECONDS = 400

/** The points between a step that others see and its mark. Every run has them. */
const isRepeated = (at: CrashPoint): boolean =>
  /^(?:mails|deliveries)\.(?:send\.after|ack\.before)$/.test(at)
const OTHERS = POINTS.filter((at) => !isRepeated(at))

/** The crash points: a short run draws every eighth of the others. */
const KILLED_AT = [...POINTS.filter(isRepeated), ...(IS_SOAK ? OTHERS : drawnFrom(OTHERS, 8))]

/** Kills at the crash points and at random moments, in random order. */
function fates(): readonly Fate[] {
  const chosen: Fate[] = OCCURRENCES.flatMap((occurrence) =>
    KILLED_AT.map((at) => ({ at, occurrence })),
  )
  const random: Fate[] = Array.from({ length: RANDOM_KILLS }, () => ({
    afterMilliseconds: Math.random() * LATEST_RANDOM_KILL_MILLISECONDS,
  }))
  return [...chosen, ...random]
    .map((fate) => ({ fate, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ fate }) => fate)
}

const repeated = (ids: readonly string[]): number => ids.length - new Set(ids).size

describe.each(IS_SOAK ? ENGINES : OTHER_ENGINES)('on %s', (engine) => {
  test('a server that is killed at any step neither loses nor invents an event', {
    timeout: IS_SOAK ? 1_800_000 : 600_000,
  }, async () => {
    const stack = new AsyncDisposableStack()
    onTestFinished(() => stack.disposeAsync())
    const receiver = stack.adopt(await startWebhookReceiver(), (it) => it.close())
    const smtp = stack.adopt(await startSmtpReceiver(), (it) => it.close())
    const home = stack.adopt(
      await createHome(engine, {
        HOLDFAST_SMTP_URL: smtp.url,
        // The next server takes over the work of a dead one at once.
        HOLDFAST_LEASE_MILLISECONDS: '100',
      }),
      (it) => it.close(),
    )
    const planned = fates()
    const first = home.start()
    await first.ready
    const estate = await setUpEstate(first.api, receiver, planned.length)
    const opened = stack.adopt(await home.openStore(), (it) => it.close())
    await untilQuiet(opened.store, clockOf(0), 60_000)
    await first.stop()

    let life = 0
    for (const fate of planned) {
      life += 1
      await runLife(home, estate, life, fate)
    }

    const last = home.start()
    await last.ready
    const end = clockOf(life + 1)
    await setClock(last.api, end)
    await untilQuiet(opened.store, end, 60_000)
    const after = await readAftermath(last.api, opened.store, end)
    await last.stop()

    const messages = receiver.messages.all
    const mails = smtp.mails.all
    expect({
      unexpected: estate.unexpected,
      log: checkLog(after.log),
      changes: checkChanges(after.log, [...after.bookings, ...after.eventTypes]),
      acknowledged: checkAcknowledged(after.log, estate.acknowledged),
      messages: checkMessages(after.log, messages, estate.endpoints),
      mails: checkMails(after.log, mails, estate.remindedEmails),
      contacts: checkContacts(
        after.log,
        after.contacts.map((contact) => ({ ...contact, email: contact.email ?? '' })),
      ),
      schedule: checkSchedule(after.bookings, after.scheduledActions, end),
      deadLetters: after.deadLetters,
      doctor: after.findings,
    }).toEqual({
      unexpected: [],
      log: [],
      changes: [],
      acknowledged: [],
      messages: [],
      mails: [],
      contacts: [],
      schedule: [],
      deadLetters: [],
      doctor: [],
    })
    // Kills between sending and marking cause repeated messages. Without any, the test checked nothing.
    const messagesTwice = repeated(messages.map(({ path, id }) => `${path} ${id}`))
    const mailsTwice = repeated(mails.map(({ messageId }) => messageId))
    expect(messagesTwice).toBeGreaterThan(0)
    expect(mailsTwice).toBeGreaterThan(0)
    if (IS_SOAK) {
      console.log(
        `${engine}: ${life} kills, ${after.log.length} events of ${after.bookings.length} bookings, ` +
          `${messages.length} webhooks (${messagesTwice} repeated), ${mails.length} mails (${mailsTwice} repeated)`,
      )
    }
  })
})
