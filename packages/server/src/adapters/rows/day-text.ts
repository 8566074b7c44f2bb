import {
  blockAttribute,
  bookingAttribute,
  holdAttribute,
  holdValue,
  markAttribute,
  REV,
  rangeValue,
  TAKEN,
} from '../../kernel/items/ledger-item.ts'
import {
  type BlockMark,
  type BookingMark,
  type HoldMark,
  STORE_LIMITS,
} from '../../kernel/ports/store.ts'
import type { LedgerWrite } from './ledger-writes.ts'
import { addRun, removeRun } from './runs.ts'

/**
 * Writes of a ledger day that are applied to its stored text: the body of its row, as `encodeBody` writes it. Each mark of a day has a
 * name of its own, which V8 makes unique when it reads JSON, so decoding and encoding a day took a tenth of a hold (ADR 111).
 * The usual form is `[{"hold:bkg_1":[96,6,1795600000],"rev":1},{"taken":"s96-101"}]`.
 */

/** The text of a day, cut where writes change it. */
interface DayText {
  /** The members of the day without its set, in their order. */
  readonly members: string
  readonly taken: string
}

/** What a write makes of a day: its new text, or that the condition of the write does not hold. */
export type ChangedText = { readonly body: string } | 'conflict'

const TAKEN_BEGIN = `},{"${TAKEN}":"s`
const TAKEN_END = /([\d,-]+)"\}\] *$/y
const BODY_BEGIN = '[{'
const REV_NAME = `"${REV}":`
const INTEGER = /\d+/y
const NUMBERS = /\[[\d,]*\]/y
/** A longer text is left to `encodeBody`, which measures it. */
const MAX_CHARACTERS = STORE_LIMITS.itemBytes / 8

/** What a sticky expression finds at a place. */
function matchAt(expression: RegExp, text: string, place: number): RegExpExecArray | null {
  expression.lastIndex = place
  return expression.exec(text)
}

/** Cuts a text of the usual form. The set is the only member of the second element of the list, so the text ends with it. */
function cutText(body: string): DayText | undefined {
  if (body.length > MAX_CHARACTERS || !body.startsWith(BODY_BEGIN)) return undefined
  const end = body.lastIndexOf(TAKEN_BEGIN)
  if (end < 0) return undefined
  const taken = matchAt(TAKEN_END, body, end + TAKEN_BEGIN.length)?.[1]
  return taken === undefined ? undefined : { members: body.slice(BODY_BEGIN.length, end), taken }
}

/**
 * The place of a member's name, -1 if there is none, or undefined if that is not certain. A quotation mark inside a text is escaped, so
 * only members have a name like this, those of nested values as well.
 */
function placeOf(members: string, name: string): number | undefined {
  const place = members.indexOf(name)
  if (place < 0) return place
  const isMember = place === 0 || members[place - 1] === ','
  return isMember && members.indexOf(name, place + 1) < 0 ? place : undefined
}

/** The next revision in place of the one before. */
function nextRevision(members: string): string | undefined {
  const place = placeOf(members, REV_NAME)
  if (place === undefined || place < 0) return undefined
  const from = place + REV_NAME.length
  const before = matchAt(INTEGER, members, from)?.[0]
  if (before === undefined) return undefined
  return `${members.slice(0, from)}${Number(before) + 1}${members.slice(from + before.length)}`
}

const nameOf = (attribute: string): string => `${JSON.stringify(attribute)}:`

/** Adds marks at the end. Undefined if the day has one of them, which would be replaced where it stands. */
function withMarks(
  members: string,
  { hold, block, booking }: { hold?: HoldMark; block?: BlockMark; booking?: BookingMark },
): string | undefined {
  let text = members
  const add = (attribute: string, numbers: readonly number[]): boolean => {
    const name = nameOf(attribute)
    if (placeOf(members, name) !== -1) return false
    text += `,${name}[${numbers.join()}]`
    return true
  }
  if (hold && !add(holdAttribute(hold.bookingId), holdValue(hold))) return undefined
  if (block && !add(blockAttribute(block.blockId), rangeValue(block))) return undefined
  if (booking && !add(bookingAttribute(booking.bookingId), rangeValue(booking))) return undefined
  return text
}

/** Removes a mark. `conflict`: there is none. The revision stays, so a comma follows or precedes the mark. */
function withoutMark(members: string, attribute: string): string | 'conflict' | undefined {
  const name = nameOf(attribute)
  const place = placeOf(members, name)
  if (place === undefined) return undefined
  if (place < 0) return 'conflict'
  const value = matchAt(NUMBERS, members, place + name.length)?.[0]
  if (value === undefined) return undefined
  const end = place + name.length + value.length
  return place === 0 ? members.slice(end + 1) : members.slice(0, place - 1) + members.slice(end)
}

const whole = (members: string | undefined, taken: string): ChangedText | undefined => {
  const next = members === undefined ? undefined : nextRevision(members)
  // Without taken quanta, a day has another form.
  if (next === undefined || taken === '') return undefined
  return { body: `${BODY_BEGIN}${next}${TAKEN_BEGIN}${taken}"}]` }
}

/** The text of a day that a claim begins: the one that `encodeBody` makes of its item. Pure. */
export function firstText(claim: Extract<LedgerWrite, { readonly kind: 'ledger-claim' }>): string {
  const { firstQuantum, quantumCount } = claim
  const last = firstQuantum + quantumCount - 1
  const taken = quantumCount === 1 ? `${firstQuantum}` : `${firstQuantum}-${last}`
  const marks = withMarks('', claim) ?? ''
  const members = `${marks},${REV_NAME}1`.slice(1)
  return `${BODY_BEGIN}${members}${TAKEN_BEGIN}${taken}"}]`
}

/**
 * Applies a write to the text of a day. The new text is the one that `encodeBody` makes of the changed item. Returns undefined if the
 * day has to be decoded: its text has another form, or the write is none of those that every booking makes. Pure.
 */
export function changedText(body: string, write: LedgerWrite): ChangedText | undefined {
  if (write.kind === 'ledger-replace' || write.kind === 'ledger-extend') return undefined
  const day = cutText(body)
  if (day === undefined) return undefined
  const { members, taken } = day
  switch (write.kind) {
    case 'ledger-claim': {
      const claimed = addRun(taken, write.firstQuantum, write.quantumCount)
      return claimed === undefined ? 'conflict' : whole(withMarks(members, write), claimed)
    }
    case 'ledger-confirm': {
      const left = withoutMark(members, holdAttribute(write.bookingId))
      if (left === undefined || left === 'conflict') return left
      return whole(write.booking ? withMarks(left, { booking: write.booking }) : left, taken)
    }
    case 'ledger-release': {
      const { mark, firstQuantum, quantumCount } = write
      const left = mark === undefined ? members : withoutMark(members, markAttribute(mark))
      if (left === undefined || left === 'conflict') return left
      return whole(left, removeRun(taken, firstQuantum, quantumCount))
    }
  }
}
