import { ContactCreate } from '@holdfast/contracts'
import { ok, type Result } from '@holdfast/engine'
import { stringify } from 'csv-stringify/sync'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import { instantText } from '../../kernel/representations.ts'
import type { Contact } from '../contacts/contact.ts'
import { readCsv } from '../import/csv.ts'
import type { ImportRow, SkippedRow } from '../import/import-contacts.ts'

/** The largest file of contacts. */
export const CONTACT_FILE_BYTES = 16 * 1024 * 1024
/** The most rows of a file of contacts. */
export const MOST_CONTACT_ROWS = 50_000

/** What the columns of a file may be called, in lower case without spaces and hyphens. */
const COLUMN_NAMES: Readonly<
  Record<string, 'name' | 'lastName' | 'firstName' | 'email' | 'phone'>
> = {
  name: 'name',
  fullname: 'name',
  lastname: 'lastName',
  surname: 'lastName',
  firstname: 'firstName',
  givenname: 'firstName',
  email: 'email',
  mail: 'email',
  emailaddress: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  telephone: 'phone',
}

/** The people of a file, and what is wrong with it. */
export interface ContactFile {
  readonly rows: readonly ImportRow[]
  readonly skipped: readonly SkippedRow[]
  /** The names of columns that are not read. */
  readonly ignoredColumns: readonly string[]
}

/** Reads a file of contacts as CSV. Refuses one without a column of names, or with too many rows. */
export function readContactFile(bytes: Uint8Array): Result<ContactFile, Refusal> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return invalid('', 'must be text in UTF-8')
  }
  const [header, ...body] = readCsv(text)
  const columns = (header?.cells ?? []).map((cell) => cell.trim())
  const fields = columns.map(
    (column) => COLUMN_NAMES[column.toLowerCase().replaceAll(/[\s_-]/g, '')],
  )
  if (!fields.includes('name') && !fields.includes('lastName')) {
    return invalid('', 'must have a first line with the names of its columns: name, email, phone')
  }
  const last = body.at(-1) ?? header
  // All rows after the quote would be part of one cell, and missing without a word.
  if (last?.isOpen) {
    return invalid('', `has a quote (") in the row of line ${last.line} that is never closed`)
  }
  if (body.length > MOST_CONTACT_ROWS) {
    return invalid('', `has ${body.length} rows; at most ${MOST_CONTACT_ROWS} are read. Split it.`)
  }
  const rows: ImportRow[] = []
  const skipped: SkippedRow[] = []
  for (const { line, cells } of body) {
    const read = ContactCreate.safeParse(personOf(fields, cells))
    if (read.success) rows.push({ line, person: read.data })
    else {
      const [issue] = read.error.issues
      const detail = `${issue?.path.join('.')}: ${issue?.message}`
      skipped.push({ line, reason: 'invalid', detail })
    }
  }
  return ok({ rows, skipped, ignoredColumns: columns.filter((_, place) => !fields[place]) })
}

/** What a download puts before a text that a spreadsheet would run, as it would a phone with its +. */
const GUARD = /^'(?=[=+\-@])/

/**
 * A row as the body of a new contact. Empty cells are absent; of two columns for the same, such as phone and mobile,
 * the first that is not empty counts. A name beside a first name is the last name, unless the file has last names too.
 */
function personOf(
  fields: readonly (string | undefined)[],
  cells: readonly string[],
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const [place, field] of fields.entries()) {
    const text = (cells[place]?.trim() ?? '').replace(GUARD, '')
    if (field !== undefined && text !== '' && texts[field] === undefined) texts[field] = text
  }
  const { firstName, lastName, name, ...rest } = texts
  const parts = fields.includes('lastName') ? [firstName, lastName] : [firstName, name]
  const joined = parts.filter(Boolean).join(' ')
  return { ...rest, name: fields.includes('lastName') ? (name ?? joined) : joined }
}

const COLUMNS = ['id', 'name', 'email', 'phone', 'bookings', 'createdAt'] as const

/** Contacts as CSV (RFC 4180); the first part has the names of the columns. */
export const contactFilePart = (contacts: readonly Contact[], isFirst: boolean): string =>
  stringify(
    contacts.map(({ id, name, email = '', phone = '', bookingCount, createdAtEpochSeconds }) => ({
      id,
      name,
      email,
      phone,
      bookings: bookingCount,
      createdAt: instantText(createdAtEpochSeconds),
    })),
    {
      header: isFirst,
      columns: [...COLUMNS],
      // A name that begins like a formula must not run in a spreadsheet.
      escape_formulas: true,
      record_delimiter: 'windows',
    },
  )
