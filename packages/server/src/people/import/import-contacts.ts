import { ok, type Result, refuse } from '@holdfast/engine'
import { getAccount } from '../../identity/accounts/accounts.ts'
import type { Caller } from '../../kernel/caller.ts'
import { epochSeconds } from '../../kernel/dependencies.ts'
import { formatWrite } from '../../kernel/format.ts'
import { findIdempotencyRecord } from '../../kernel/idempotency.ts'
import { readItems } from '../../kernel/items/read-items.ts'
import type { Refusal } from '../../kernel/refusals.ts'
import { newResource } from '../../kernel/resource.ts'
import { asRequest } from '../../kernel/retry.ts'
import { commit, type NamedWrites, transact } from '../../kernel/transaction.ts'
import { type Contact, contactEntity } from '../contacts/contact.ts'
import { listContacts } from '../contacts/contacts.ts'
import { newTokenWrites, withTokens } from '../contacts/index-contact.ts'
import { type ContactInput, createContact, newContactWrites } from '../contacts/save-contact.ts'
import type { PeopleDependencies } from '../dependencies.ts'
import { contactKey } from '../keys.ts'

/** A row of a file: a person, with the line. */
export interface ImportRow {
  readonly line: number
  readonly person: ContactInput
}

/** A row that was not imported. */
export type SkippedRow = {
  readonly line: number
  readonly reason: 'invalid' | 'no_email_or_phone' | 'duplicate'
  readonly detail: string
}

/** A file as it was read: the people, and what was found wrong with it already. */
export interface ReadFile {
  readonly rows: readonly ImportRow[]
  readonly rest: {
    readonly skipped: readonly SkippedRow[]
    /** The names of columns that are not read. */
    readonly ignoredColumns: readonly string[]
  }
}

/** What an import did, or would do. */
export interface ContactImport {
  readonly dryRun: boolean
  readonly rows: number
  readonly imported: number
  /** Rows of people who are contacts already. They are not changed. */
  readonly existing: number
  /** By line. */
  readonly skipped: readonly SkippedRow[]
  readonly ignoredColumns: readonly string[]
}

/** Rows whose contacts are looked up at once. */
const ROWS_AT_ONCE = 100
/** Writes of one transaction, below the bound of the store. */
const WRITES_AT_ONCE = 90

/** What a batch of rows comes to. */
interface Batch {
  readonly people: readonly Contact[]
  readonly existing: number
  readonly skipped: readonly SkippedRow[]
}

/**
 * Adds the people of a file to the contacts of the caller's account, and leaves those who are contacts already as they are: by email address, or by phone
 * and name without one. So a file can be sent again after a failure. `isDryRun` writes nothing.
 */
export async function importContacts(
  deps: PeopleDependencies,
  caller: Caller<ContactImport>,
  { rows, rest }: ReadFile,
  isDryRun: boolean,
): Promise<Result<ContactImport, Refusal>> {
  const { idempotency } = caller
  // First, since what a repeated request adds would stay although its answer is refused.
  const record =
    idempotency &&
    (await findIdempotencyRecord(deps.store, idempotency.scopeHash, epochSeconds(deps.clock)))
  if (record) return refuse({ code: 'idempotency_key_seen', record })
  const { country } = await getAccount(deps, caller.accountId)
  const lines = new Map<string, number>()
  const skipped: SkippedRow[] = [...rest.skipped]
  let [imported, existing] = [0, 0]
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const part = rows.slice(at, at + ROWS_AT_ONCE)
    // An import lasts longer than a request, so each of its parts is one.
    await asRequest(async () => {
      const batch = await decide(deps, caller.accountId, country, part, lines)
      skipped.push(...batch.skipped)
      const added = isDryRun ? batch.people.length : await addAll(deps, caller, batch.people)
      imported += added
      existing += batch.existing + batch.people.length - added
    })
  }
  const report: ContactImport = {
    dryRun: isDryRun,
    rows: rows.length + rest.skipped.length,
    imported,
    existing,
    skipped: skipped.sort((a, b) => a.line - b.line),
    ignoredColumns: rest.ignoredColumns,
  }
  if (idempotency === undefined && caller.audit === undefined) return ok(report)
  const committed = await asRequest(() => commit(deps, caller, {}, report))
  return committed.kind === 'refused' ? refuse(committed.refusal) : ok(report)
}

/** Decides which rows are new people. `lines` has the first line of each person of the file. */
async function decide(
  deps: PeopleDependencies,
  accountId: string,
  country: string | undefined,
  rows: readonly ImportRow[],
  lines: Map<string, number>,
): Promise<Batch> {
  const people: Contact[] = []
  const skipped: SkippedRow[] = []
  for (const { line, person } of rows) {
    const read = await readPerson(deps, accountId, country, person)
    if (typeof read === 'string') {
      skipped.push({ line, reason: 'invalid', detail: read })
      continue
    }
    const { email, phone, name } = read
    if (email === undefined && phone === undefined) {
      const detail =
        'A person needs an email address or a phone number, so that no later import adds them again.'
      skipped.push({ line, reason: 'no_email_or_phone', detail })
      continue
    }
    const identity = email ?? `${phone} ${name}`
    const first = lines.get(identity)
    if (first !== undefined) {
      skipped.push({ line, reason: 'duplicate', detail: `The person is on line ${first}, too.` })
      continue
    }
    lines.set(identity, line)
    people.push(read)
  }
  const isNew = await areNew(deps, people)
  const fresh = people.filter((_, place) => isNew[place])
  return { people: fresh, existing: people.length - fresh.length, skipped }
}

/** The contact of a row, or what is wrong with its phone. */
async function readPerson(
  deps: PeopleDependencies,
  accountId: string,
  country: string | undefined,
  { name, email, phone: sent }: ContactInput,
): Promise<Contact | string> {
  const phone = sent === undefined ? undefined : await deps.phoneNumbers.toE164(sent, [], country)
  if (sent !== undefined && phone === undefined) {
    const need = country === undefined ? 'its country code' : `its country code, or of ${country}`
    return `phone: must be a phone number with ${need}; got ${JSON.stringify(sent)}`
  }
  return withTokens({
    ...newResource(deps, accountId, 'contact'),
    name,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    bookingCount: 0,
  })
}

/** Which of some people are no contacts yet, by their places. */
async function areNew(
  deps: PeopleDependencies,
  people: readonly Contact[],
): Promise<readonly boolean[]> {
  const keys = people.flatMap(({ accountId, email }) =>
    email === undefined ? [] : [contactKey(accountId, email)],
  )
  const known = new Set<string>()
  for (const item of await readItems(deps.store, keys)) {
    if (item !== undefined) known.add(contactEntity.decode(item).email ?? '')
  }
  const answers: boolean[] = []
  for (const { accountId, email, phone, name } of people) {
    if (email !== undefined) {
      answers.push(!known.has(email))
      continue
    }
    const { data } = await listContacts(deps, { accountId }, { phone }, { limit: 100 })
    const isKnown = data.some(
      (contact) => contact.name === name || contact.merged?.some((each) => each.name === name),
    )
    answers.push(!isKnown)
  }
  return answers
}

/** Adds new people, several in one transaction. Answers how many were added; the others have become contacts meanwhile. */
async function addAll(
  deps: PeopleDependencies,
  caller: Caller<ContactImport>,
  people: readonly Contact[],
): Promise<number> {
  let added = 0
  let writes: NamedWrites = {}
  let group: Contact[] = []
  const flush = async () => {
    if (group.length > 0) added += await addGroup(deps, caller, group, writes)
    group = []
    writes = {}
  }
  for (const person of people) {
    const own = writesOf(person)
    if (Object.keys(writes).length + Object.keys(own).length > WRITES_AT_ONCE) await flush()
    group.push(person)
    writes = { ...writes, ...own }
  }
  await flush()
  return added
}

const writesOf = (person: Contact): NamedWrites => {
  const named = { ...newContactWrites(person), ...newTokenWrites(person) }
  const present = Object.entries(named).filter(([, write]) => write !== undefined)
  return Object.fromEntries(present.map(([name, write]) => [`${person.id} ${name}`, write]))
}

async function addGroup(
  deps: PeopleDependencies,
  caller: Caller<ContactImport>,
  group: readonly Contact[],
  writes: NamedWrites,
): Promise<number> {
  const needsFormat = group.some(({ email }) => email === undefined)
  const format = needsFormat ? await formatWrite(deps.store) : undefined
  const outcome = await transact<string>(deps, { ...writes, format })
  if (outcome.kind === 'done') return group.length
  // Somebody has added one of them meanwhile: each alone.
  const { idempotency: _, audit: _1, ...alone } = caller
  let added = 0
  for (const { name, email, phone } of group) {
    const created = await createContact(deps, alone, { name, email, phone })
    if (created.ok) added += 1
  }
  return added
}
