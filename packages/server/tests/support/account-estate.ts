import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createMailbox } from '../../src/adapters/mail/mailbox.ts'
import { createFileVault } from '../../src/adapters/vault/file-vault.ts'
import { fixedVaultKeys, newVaultKey } from '../../src/adapters/vault/keys.ts'
import { confirmBooking } from '../../src/booking/bookings/change-booking.ts'
import { createBooking } from '../../src/booking/bookings/create-booking.ts'
import { createEventType } from '../../src/booking/event-types/event-types.ts'
import { createBookingGroup } from '../../src/booking/groups/create-group.ts'
import { createProvider } from '../../src/booking/provider-changes/save-provider.ts'
import { summarize } from '../../src/booking/units/unit-nights-summary.ts'
import { joinWaitlist } from '../../src/booking/waiting/join-waitlist.ts'
import { contactsConsumer } from '../../src/delivery/contacts/contacts.ts'
import { relayOutbox } from '../../src/delivery/events/relay.ts'
import { deletedEndpointKey } from '../../src/delivery/keys.ts'
import { mailsConsumer } from '../../src/delivery/mails/mails.ts'
import { changeMessage } from '../../src/delivery/messages/messages.ts'
import { scheduleConsumer } from '../../src/delivery/schedule/schedule.ts'
import { suppress } from '../../src/delivery/sent/suppress.ts'
import { deliveriesConsumer, webhooksConsumer } from '../../src/delivery/webhooks/deliver.ts'
import { createEndpoint } from '../../src/delivery/webhooks/endpoints.ts'
import { connectCalendar } from '../../src/external-calendars/connections/connections.ts'
import { refreshConnection } from '../../src/external-calendars/connections/refresh.ts'
import { sealedCredentialEntity } from '../../src/external-calendars/connections/sealed-credential.ts'
import { storeCredential } from '../../src/external-calendars/connections/store-credential.ts'
import { simulatedCalendarKey, syncedEventKey } from '../../src/external-calendars/keys.ts'
import { pendingAuthorizationEntity } from '../../src/external-calendars/oauth/pending-authorization.ts'
import { accountReferenceEntity } from '../../src/identity/accounts/account.ts'
import { updateAccount } from '../../src/identity/accounts/accounts.ts'
import { forgetAccounts } from '../../src/identity/accounts/known-accounts.ts'
import { apiKeyUseKey, rapidApiUserKey, retentionKey } from '../../src/identity/keys.ts'
import { takeAmounts } from '../../src/identity/limits/window-counter.ts'
import { createMember } from '../../src/identity/members/members.ts'
import {
  passkeyEntity,
  personPasskeyEntity,
  personPasskeyOf,
} from '../../src/identity/people/passkey.ts'
import { openSession } from '../../src/identity/sessions/sessions.ts'
import { acceptInvitation } from '../../src/identity/sign-in/redeem-link.ts'
import { createOperatorLink } from '../../src/identity/sign-in/setup.ts'
import { type Caller, systemCaller } from '../../src/kernel/caller.ts'
import { outboxWrite } from '../../src/kernel/events/outbox.ts'
import { auditKey } from '../../src/kernel/keys.ts'
import type { Item, Store, Write } from '../../src/kernel/ports/store.ts'
import { deadLetterItem } from '../../src/kernel/queue/dead-letters.ts'
import { enqueueFor, runQueue } from '../../src/kernel/queue/queue.ts'
import { newTask } from '../../src/kernel/queue/task.ts'
import { transact } from '../../src/kernel/transaction.ts'
import { connectVendor } from '../../src/payments/connecting/connect-vendor.ts'
import type { PaymentsDependencies } from '../../src/payments/dependencies.ts'
import { createSimulatedVendor } from '../../src/payments/simulated/simulated-vendor.ts'
import { createContact } from '../../src/people/contacts/save-contact.ts'
import { erasureDueKey, erasureKey } from '../../src/people/keys.ts'
import { createNote } from '../../src/people/notes/notes.ts'
import { bookerTokenEntity, newBookerToken } from '../../src/people/sign-in/booker-token.ts'
import { importedUidKey } from '../../src/stays/keys.ts'
import { liveIn } from '../doctor/lived-in-store.ts'
import { newDataFolder } from './data-folder.ts'
import { accepted, STRANGER } from './people-world.ts'
import { ACCEPTING_SMS } from './sms-gateway.ts'
import { storeHouse } from './stored-house.ts'
import { PAYMENT_ID, storeOpenPayment, storeOrder } from './stored-payment.ts'

/** Every item of a store, by its key as text. */
export async function itemsOf(store: Store): Promise<ReadonlyMap<string, Item>> {
  const items = new Map<string, Item>()
  for await (const page of store.scan()) {
    for (const item of page) items.set(`${item.PK} ${item.SK}`, item)
  }
  return items
}

/** Folders for the secrets and the emails of a server, with everything that is in them. */
export async function openFolders() {
  const folder = await newDataFolder('accounts')
  const vaultFolder = join(folder, 'vault')
  const mailFolder = join(folder, 'mails')
  // Emails that were removed are spaces. The names of the files have only a time.
  const contents = async (at: string): Promise<string> => {
    const names = await readdir(at).catch(() => [])
    const texts = names.map((name) => readFile(join(at, name), 'utf8'))
    return (await Promise.all(texts)).join('\n').trim()
  }
  return {
    vault: createFileVault({ folder: vaultFolder, keys: fixedVaultKeys([newVaultKey()]) }),
    mailbox: createMailbox(mailFolder, { fromAddress: 'mail@example.com' }),
    secretFiles: async () => await readdir(vaultFolder).catch(() => []),
    mails: () => contents(mailFolder),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/**
 * Fills the first account of a store with everything that an account can have, through use cases where there is
 * one: resources of every kind, emails, deliveries, a dead letter, sessions, a member who is in no other
 * account, connected calendars with credentials, and counters of strangers.
 */
export async function fillAccount(store: Store, folders: Awaited<ReturnType<typeof openFolders>>) {
  const lived = await liveIn(store)
  const { accountId, clock, providerId, confirmed } = lived
  const { vault, mailbox } = folders
  const reader = { getFreeBusy: async () => BUSY }
  const deps = {
    ...lived.deps,
    vault,
    freeBusy: { ical: reader },
    mailer: mailbox,
    publicUrl: 'https://book.example.com',
    random: () => 0,
    sms: ACCEPTING_SMS,
  }
  const caller = systemCaller(accountId, 'test')
  await updateAccount(deps, caller, {
    slug: 'doomed-practice',
    brand: { name: 'Doomed Brand', color: '#123456' },
    auditDays: 30,
    limits: { perBooker: 50, perBookerEver: 50 },
    sms: { enabled: true },
  })
  forgetAccounts(deps)
  const [mark = ''] = deps.secrets.personMarks(accountId, 'guest@doomed.example.com')
  await suppress(deps, { mark, channel: 'email', accountId, reason: 'bounced' })
  accepted(
    await createEndpoint(deps, caller, { url: 'https://doomed-hooks.example.com/', events: [] }),
  )
  const message = { kind: 'reminder', language: 'en' } as const
  const own = { subject: 'Doomed reminder', text: 'Doomed text' }
  accepted(await changeMessage(deps, caller, message, own))
  const consumers = [
    webhooksConsumer(deps),
    deliveriesConsumer({
      ...deps,
      webhookSender: { ...deps.webhookSender, send: async () => REFUSED },
    }),
    mailsConsumer(deps),
    contactsConsumer(deps),
    scheduleConsumer(deps),
  ]
  const work = async () => {
    await relayOutbox(deps, { enqueue: enqueueFor(deps, consumers) }, 1_000)
    for (const consumer of consumers)
      await runQueue(deps, consumer, { limit: 1_000, concurrency: 4 })
  }
  const doomed = accepted(
    await createContact(deps, caller, {
      name: 'Doomed',
      email: 'own@doomed.example.com',
      phone: '+41443334455',
    }),
  )
  await transact(deps, { token: bookerTokenEntity.create(newBookerToken(deps, doomed).stored) })
  accepted(await createNote(deps, caller, doomed.id, 'Sits by the window'))
  accepted(await confirmBooking(deps, caller, lived.pending.id))
  // The second booking of a contact links the first one.
  const again = await createBooking(deps, caller, {
    target: { eventTypeId: lived.eventTypeId },
    startEpochSeconds: Date.parse('2026-05-05T09:00:00Z') / 1000,
    booker: { name: 'Grace', email: 'grace@example.com' },
    fields: { guests: [{ email: 'guest@doomed.example.com' }] },
  })
  accepted(await confirmBooking(deps, caller, accepted(again).booking.id))
  const byPhone = await createBooking(deps, caller, {
    target: { eventTypeId: lived.eventTypeId },
    startEpochSeconds: Date.parse('2026-05-05T13:00:00Z') / 1000,
    booker: { name: 'Nora', phone: '+41791234567' },
  })
  accepted(await confirmBooking(deps, caller, accepted(byPhone).booking.id))
  await fillConnections(deps, caller, providerId, confirmed.id)
  await fillPayments(deps, caller)
  await fillCounts(deps, caller)
  const member = accepted(
    await createMember({ deps, isProvider: async () => true }, caller, {
      email: 'member@doomed.example.com',
      name: 'Doomed Member',
      role: 'owner',
    }),
  )
  await work()
  const texts = (await mailbox.list(1_000)).map(({ text }) => text).join()
  const token = /\/sign-in#\w+=(\w+)/.exec(texts)?.[1] ?? ''
  accepted(await acceptInvitation(deps, STRANGER, { token, device: 'test' }))
  const passkey = {
    credentialHash: 'a-credential',
    id: 'psk_1',
    version: 1,
    email: member.email,
    name: 'Doomed phone',
    credentialId: 'a-credential',
    publicKey: new Uint8Array([1]),
    counter: 0,
    transports: [],
    createdAtEpochSeconds: 0,
  }
  await transact(deps, {
    passkey: passkeyEntity.create(passkey),
    listed: personPasskeyEntity.create(personPasskeyOf(passkey)),
  })
  // It waits for its member.
  accepted(
    await createMember({ deps, isProvider: async () => true }, caller, {
      email: 'invited@doomed.example.com',
      name: 'Doomed Guest',
      role: 'viewer',
    }),
  )
  await createOperatorLink(deps, { kind: 'setup', accountId })
  accepted(await openSession(deps, caller, 'hf_of-the-first-account'))
  await takeAmounts(deps, { accountId, what: 'bookings', who: '192.0.2.1' }, [
    { unit: 'bookings', amount: 1, perDay: 9 },
  ])
  await work()
  const event = {
    id: deps.ids.next('event', clock.nowEpochMilliseconds()),
    type: 'booking.confirmed' as const,
    schemaVersion: 1,
    actor: { kind: 'system' as const },
    accountId,
    resourceId: confirmed.id,
    resourceVersion: 1,
    occurredAtEpochMilliseconds: clock.nowEpochMilliseconds(),
    data: { note: 'grace@example.com' },
  }
  await transact(deps, {
    outbox: outboxWrite(deps, event, clock.nowEpochMilliseconds()),
    simulated: {
      kind: 'put-if-absent',
      item: { ...simulatedCalendarKey(providerId), version: 1, busy: [] },
    },
    uid: {
      kind: 'put-if-absent',
      item: { ...importedUidKey(lived.houseId, 'a-hash'), version: 1, eventId: 'cev_1' },
    },
    ...bareItems(accountId),
    user: accountReferenceEntity.create({
      key: rapidApiUserKey('doomed-user'),
      accountId,
      version: 1,
    }),
    dead: { kind: 'put-if-absent', item: deadLetterItem(newTask('mails', event, 0), 0) },
  })
  return { ...lived, deps, work, member }
}

/** Items whose content does not matter to a deletion, one of each kind that the use cases above do not write. */
const bareItems = (accountId: string): Readonly<Record<string, Write>> =>
  Object.fromEntries(
    [
      apiKeyUseKey(accountId, 'key_1'),
      auditKey(accountId, 0, 'aud_1'),
      erasureKey(accountId, 'a-mark'),
      erasureDueKey(accountId, 'a-mark', 2_000_000_000),
      retentionKey(accountId),
      deletedEndpointKey(accountId, 'whk_1'),
    ].map((key) => [key.SK, { kind: 'put-if-absent', item: { ...key, version: 1 } }]),
  )

const REFUSED = { kind: 'answered', status: 500, excerpt: 'no', durationMilliseconds: 1 } as const

const BUSY = {
  kind: 'read',
  busy: [{ startEpochMinutes: 29_620_000, endEpochMinutes: 29_620_060 }],
  warnings: [],
} as const

type Connecting = Parameters<typeof connectCalendar>[0] & Parameters<typeof storeCredential>[0]

/** A connected feed with busy times, a mirror of a booking, and a sign-in at a vendor that nobody confirmed. */
async function fillConnections(
  deps: Connecting,
  caller: Parameters<typeof connectCalendar>[1],
  providerId: string,
  bookingId: string,
): Promise<void> {
  const used = await storeCredential(
    deps,
    { accountId: caller.accountId, providerId, kind: 'ical' },
    { kind: 'feed', url: 'https://doomed-feed.example.com/secret.ics' },
  )
  accepted(
    await connectCalendar(deps, caller, providerId, {
      kind: 'ical',
      credentialReference: used.credentialReference,
      label: 'owner@doomed.example.com',
    }),
  )
  await refreshConnection(deps, providerId, 'ical')
  const unused = await storeCredential(
    deps,
    {
      accountId: caller.accountId,
      providerId,
      kind: 'google',
      endsGrantOf: 'owner@doomed.example.com',
    },
    { kind: 'feed', url: 'https://doomed-feed.example.com/other.ics' },
  )
  const waiting = await deps.vault.put(
    { kind: 'feed', url: 'https://doomed-feed.example.com/3' },
    { accountId: caller.accountId, providerId },
  )
  await transact(deps, {
    state: pendingAuthorizationEntity.create({
      stateHash: 'a-state',
      version: 1,
      accountId: caller.accountId,
      providerId,
      kind: 'google',
      writesBack: false,
      granted: {
        credentialReference: waiting,
        label: 'owner@doomed.example.com',
        browserHash: 'a-browser',
      },
      expiresAtEpochSeconds: 2_000_000_000,
    }),
    credential: sealedCredentialEntity.create({
      reference: `kms_${'0'.repeat(32)}`,
      accountId: caller.accountId,
      providerId,
      wrappedKey: new Uint8Array([1]),
      sealed: 'sealed',
    }),
    mirror: {
      kind: 'put-if-absent',
      item: { ...syncedEventKey(bookingId, 'google'), version: 1, title: 'grace@example.com' },
    },
  })
  if (unused.credentialReference === '') throw new Error('the credential was not stored')
}

/** A class with limits that somebody has booked, alone and in a group, and a line in which somebody waits. */
async function fillCounts(
  deps: Parameters<typeof createBooking>[0],
  caller: Omit<Caller, 'idempotency'>,
): Promise<void> {
  const house = { name: 'Doomed House', timeZone: 'UTC' }
  const property = await storeHouse(deps, caller, house)
  const unit = { ...house, kind: 'unit', propertyId: property.id } as const
  const room = accepted(await createProvider(deps, caller, unit))
  const { accountId } = caller
  const calendarId = room.unit?.calendarId ?? ''
  await summarize(deps, { accountId, unitId: room.id, calendarId })
  const studio = { name: 'Doomed Studio', timeZone: 'UTC', limits: { perWeek: 9 } }
  const booker = { name: 'Grace', email: 'grace@example.com' }
  const provider = accepted(await createProvider(deps, caller, studio))
  const { id: eventTypeId } = accepted(
    await createEventType(deps, caller, {
      providerId: provider.id,
      slug: 'yoga',
      title: 'Doomed Yoga',
      durationMinutes: 60,
      availabilityRules: [{ weekday: 'thursday', windows: [{ start: '09:00', end: '17:00' }] }],
      seats: { capacity: 9 },
      limits: { perDay: 3, perBooker: 3, perBookerEver: 9 },
      waitlist: { offerMinutes: 30, linesFirst: false },
    }),
  )
  const startEpochSeconds = Date.parse('2026-04-30T09:00:00Z') / 1000
  const target = { eventTypeId }
  accepted(await createBooking(deps, caller, { target, startEpochSeconds, booker }))
  accepted(
    await createBookingGroup(deps, caller, {
      items: [{ eventTypeId, startEpochSeconds: startEpochSeconds + 3600 }],
      onConflict: 'refuse',
      booker,
      fields: {},
      isOverride: false,
    }),
  )
  accepted(
    await joinWaitlist(deps, caller, eventTypeId, {
      from: () => Date.parse('2026-05-02T00:00:00Z') / 1000,
      to: () => Date.parse('2026-05-03T00:00:00Z') / 1000,
      booker,
    }),
  )
}

/** A connected vendor with a checkout, and a payment. */
async function fillPayments(
  deps: PaymentsDependencies,
  caller: Parameters<typeof connectVendor>[1],
): Promise<void> {
  const { accountId } = caller
  const simulated = { forAccount: (id: string) => createSimulatedVendor(deps, id) }
  const input = { kind: 'simulated' } as const
  accepted(await connectVendor({ ...deps, paymentVendors: { simulated } }, caller, input))
  await simulated.forAccount(accountId).openCheckout({
    paymentId: PAYMENT_ID,
    amount: 5000,
    currency: 'EUR',
    title: 'Doomed visit',
    returnUrl: 'https://doomed.example.com/pay',
    cancelUrl: 'https://doomed.example.com/pay',
    expiresAtEpochSeconds: 2_000_000_000,
    key: 'doomed',
  })
  await storeOpenPayment(deps, accountId)
  await storeOrder(deps, accountId)
}
