import { localDateOf } from '@holdfast/engine'
import { type EventType, eventTypeEntity } from '../../booking/event-types/event-type.ts'
import { eventTypeKey, providerKey, waitlistEntryKey } from '../../booking/keys.ts'
import { type Provider, providerEntity } from '../../booking/providers/provider.ts'
import { waitlistProofToken } from '../../booking/waiting/join-waitlist.ts'
import { type WaitlistEntry, waitlistEntryEntity } from '../../booking/waitlist/entry.ts'
import { accountEntity } from '../../identity/accounts/account.ts'
import { accountKey } from '../../identity/keys.ts'
import type { Dependencies } from '../../kernel/dependencies.ts'
import type { Attempt } from '../../kernel/queue/queue.ts'
import type { Task } from '../../kernel/queue/task.ts'
import { shownEmail } from '../../kernel/shown-email.ts'
import { mailLanguageOf, TEXTS } from '../languages/languages.ts'
import type { TemplateValues } from '../ports/template-engine.ts'
import type { MessageText } from '../templates/message-template.ts'
import { valuesOf } from '../templates/template-values.ts'
import type { MailLanguage } from '../texts.ts'
import { type CustomTextDependencies, customText, nameOfAccount } from './custom-text.ts'
import { headToBooker } from './mail-addresses.ts'
import type { Rows, WrittenMail } from './mail-body.ts'
import { inLanguageOf } from './mail-urls.ts'
import { WAITLIST_KINDS } from './message-kinds.ts'
import { type EntryMessage, entryNoticeFor } from './other-notices.ts'
import { type SendDependencies, sendAll, subjectOf } from './send-mails.ts'
import { dayTextIn } from './time-text.ts'

/** What emails about entries of wait lists need. */
export interface WaitlistMailDependencies extends SendDependencies, CustomTextDependencies {
  readonly publicUrl: string
}

/** An email about an entry that is decided but not written. */
export interface EntryMailDraft {
  readonly eventId: string
  readonly message: EntryMessage
  readonly language: MailLanguage
  readonly entry: Pick<
    WaitlistEntry,
    'booker' | 'isUnproven' | 'fromEpochSeconds' | 'toEpochSeconds'
  >
  readonly eventType: Pick<EventType, 'title'>
  readonly provider: Pick<Provider, 'name' | 'timeZone' | 'email'>
  /** The page of the entry. */
  readonly entryUrl: string
  /** The link that confirms the address. */
  readonly proofUrl: string
}

/** The page where somebody on the wait list sees the entry, and leaves. The token is in the fragment, as for bookings. */
export function waitlistEntryUrl(
  { secrets, publicUrl }: Pick<Dependencies, 'secrets'> & { readonly publicUrl: string },
  entryId: string,
  locale: string | undefined,
): string {
  const url = new URL(inLanguageOf(`${publicUrl}/manage/${entryId}`, locale))
  url.hash = secrets.manageToken(entryId)
  return url.href
}

/** Emails somebody about an entry. Does nothing if the email is no longer right. */
export async function mailAboutEntry(deps: WaitlistMailDependencies, task: Task): Promise<Attempt> {
  const { event } = task
  const entry = await waitlistEntryEntity.read(deps.store, waitlistEntryKey(event.resourceId))
  const message = entry && entryNoticeFor(event.type, 'booker', entry)
  if (entry === undefined || message === undefined) return { kind: 'done' }
  const { accountId, eventTypeId, providerId } = entry
  const keys = [eventTypeKey(eventTypeId), providerKey(providerId), accountKey(accountId)]
  const [eventType, provider, account] = await deps.store.getMany(keys, { consistent: true })
  if (eventType === undefined || provider === undefined) return { kind: 'done' }
  const entryUrl = waitlistEntryUrl(deps, entry.id, entry.booker.locale)
  const draft: EntryMailDraft = {
    eventId: event.id,
    message,
    language: mailLanguageOf(entry.booker.locale),
    entry,
    eventType: eventTypeEntity.decode(eventType),
    provider: providerEntity.decode(provider),
    entryUrl,
    proofUrl: `${entryUrl}.${waitlistProofToken(deps, entry)}`,
  }
  const stored = account && accountEntity.decode(account)
  const name = { kind: WAITLIST_KINDS[message], language: draft.language }
  const own = await customText(deps, stored, name, () => entryValues(draft, nameOfAccount(stored)))
  const subject = {
    ...subjectOf(task),
    ...(entry.isUnproven && { unproven: ['booker'] as const }),
  }
  return await sendAll(deps, subject, [['booker', writeEntryMail(draft, own)]])
}

/** The link that an email is about. */
const mainUrl = ({ message, entryUrl, proofUrl }: EntryMailDraft): string =>
  message === 'waitlistUnconfirmed' ? proofUrl : entryUrl

/** The days of the range of an entry, as its person reads them. */
function rangeText({ entry, provider, language }: EntryMailDraft): string {
  const dayText = dayTextIn(TEXTS[language].bookings.locale)
  const zone = entry.booker.timeZone ?? provider.timeZone
  const day = (epochSeconds: number) => dayText(localDateOf(zone, Math.floor(epochSeconds / 60)))
  const [from, to] = [day(entry.fromEpochSeconds), day(entry.toEpochSeconds - 1)]
  return from === to ? from : `${from} – ${to}`
}

const titleOf = ({ eventType, provider, language }: EntryMailDraft): string =>
  TEXTS[language].bookings.title(eventType.title, provider.name)

/** The values that a template about an entry can show. What a stranger wrote is empty. */
export function entryValues(draft: EntryMailDraft, accountName: string): TemplateValues {
  const { entry, eventType, provider } = draft
  return valuesOf([
    ['title', titleOf(draft)],
    ['manage_url', mainUrl(draft)],
    ['account.name', accountName],
    ['event_type.title', eventType.title],
    ['provider.name', provider.name],
    ['booker.name', entry.isUnproven ? '' : entry.booker.name],
    ['booker.email', shownEmail(entry.booker.email)],
    ['when', rangeText(draft)],
  ])
}

/**
 * Writes the email about an entry, in the language of its person, as plain text and HTML. It shows nothing that a
 * stranger wrote. `custom`: the account's own subject and text.
 */
export function writeEntryMail(
  draft: EntryMailDraft,
  custom: Partial<MessageText> = {},
): WrittenMail {
  const { eventId, message, language, entry } = draft
  const words = TEXTS[language].bookings
  const { links, messages } = TEXTS[language].waitlist
  const { booker, isUnproven } = entry
  const to = { ...(!isUnproven && { name: booker.name }), address: booker.email }
  const lead = custom.text ?? messages[message].lead
  const rows: Rows = [
    [words.rows.what, titleOf(draft)],
    [words.rows.when, rangeText(draft)],
  ]
  const label = message === 'waitlistUnconfirmed' ? links.joinList : links.viewList
  const shown = [{ url: mainUrl(draft), label }]
  return {
    ...headToBooker(eventId, to, draft),
    subject: custom.subject ?? messages[message].subject(titleOf(draft)),
    body: { lead, rows, links: shown, language, receiver: 'booker' },
  }
}
