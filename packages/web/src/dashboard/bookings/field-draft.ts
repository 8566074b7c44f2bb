import type { Booking, EventType } from '../api.ts'
import { type Keyed, nextKey } from '../ui/keyed.ts'

/** A question of an event type. */
export type Question = EventType['questions'][number]

/** An answer of a booking. */
export type Answer = Booking['answers'][string]

type Location = NonNullable<Booking['location']>

/** What a form holds for an answer: a text, whether a box is checked, or the chosen options. */
export type AnswerDraft = string | boolean | readonly string[]

/** The answers in the form, by the ids of their questions. */
export type AnswerDrafts = Readonly<Record<string, AnswerDraft>>

const emptyAnswer = ({ kind }: Question): AnswerDraft =>
  kind === 'checkbox' ? false : kind === 'multi_select' ? [] : ''

/** The form's values for the questions of an event type. */
export const answerDraftsOf = (
  questions: readonly Question[],
  answers: Readonly<Record<string, Answer>>,
): AnswerDrafts =>
  Object.fromEntries(
    questions.map((question) => {
      const answer = answers[question.id]
      return [
        question.id,
        typeof answer === 'number' ? String(answer) : (answer ?? emptyAnswer(question)),
      ]
    }),
  )

function answerOf({ kind }: Question, draft: AnswerDraft): Answer | null {
  if (typeof draft === 'boolean') return draft
  if (typeof draft !== 'string') return draft.length === 0 ? null : [...draft]
  const text = draft.trim()
  if (text === '') return null
  return kind === 'number' ? Number(text) : text
}

/** The answers of a form for a new booking. Questions without an answer are left out. */
export const answersOf = (
  questions: readonly Question[],
  drafts: AnswerDrafts,
): Record<string, Answer> =>
  Object.fromEntries(
    questions.flatMap((question) => {
      const answer = answerOf(question, drafts[question.id] ?? emptyAnswer(question))
      // An unchecked box is no answer, unless it was one before.
      return answer === null || answer === false ? [] : [[question.id, answer] as const]
    }),
  )

/** The changed answers; null removes one. */
export const answersPatchOf = (
  questions: readonly Question[],
  before: Readonly<Record<string, Answer>>,
  drafts: AnswerDrafts,
): Record<string, Answer | null> => {
  const saved = answerDraftsOf(questions, before)
  return Object.fromEntries(
    questions.flatMap((question) => {
      const draft = drafts[question.id] ?? emptyAnswer(question)
      const isSame = JSON.stringify(draft) === JSON.stringify(saved[question.id])
      return isSame ? [] : [[question.id, answerOf(question, draft)] as const]
    }),
  )
}

/** A guest of a booking. */
export type Guest = Booking['guests'][number]

/** Guests as text, one a line: `Max Meier <max@example.com>`. */
export const guestLines = (guests: readonly Guest[]): string =>
  guests.map(({ name, email }) => (name === null ? email : `${name} <${email}>`)).join('\n')

/** The guests in a text with one a line, with or without a name. The server checks the addresses. */
export const guestsOf = (lines: string) =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', email = line] = /^(.*?)\s*<([^<>]*)>$/.exec(line) ?? []
      return { ...(name && { name }), email }
    })

/** A key of a booking's metadata with its value, in the form. */
export interface MetadataRow extends Keyed {
  readonly name: string
  readonly value: string
}

/** The form's rows for the metadata of a booking. */
export const metadataRows = (metadata: Readonly<Record<string, string>>): readonly MetadataRow[] =>
  Object.entries(metadata).map(([name, value]) => ({ key: `saved ${name}`, name, value }))

/** An empty row. */
export const newMetadataRow = (rows: readonly MetadataRow[]): MetadataRow => ({
  key: nextKey(rows),
  name: '',
  value: '',
})

/** The changed metadata; null removes a key. */
export function metadataPatchOf(
  before: Readonly<Record<string, string>>,
  rows: readonly MetadataRow[],
): Record<string, string | null> {
  const after = new Map(
    rows.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
  )
  const removed = Object.keys(before).filter((name) => !after.has(name))
  const changed = [...after].filter(([name, value]) => before[name] !== value)
  return Object.fromEntries([...removed.map((name) => [name, null] as const), ...changed])
}

/** A location of a booking in the form. `value` is its address, number or link. */
export interface PlaceDraft {
  readonly kind: Location['kind'] | 'none'
  readonly value: string
  readonly label: string
}

/** The form's values for the location of a booking. */
export function placeDraftOf(location: Location | null): PlaceDraft {
  if (location === null) return { kind: 'none', value: '', label: '' }
  const { kind, address, phone, url, label } = location
  return { kind, value: address ?? phone ?? url ?? '', label: label ?? '' }
}

/** Where the value of a location is, by its kind; links of vendors are made by their calendars. */
export const PLACE_VALUES = {
  in_person: 'address',
  ask_booker: 'address',
  phone: 'phone',
  link: 'url',
  google_meet: undefined,
  teams: undefined,
  none: undefined,
} as const

/** The location as the API takes it; null for none. */
export function placeOf({ kind, value, label }: PlaceDraft) {
  if (kind === 'none') return null
  const name = PLACE_VALUES[kind]
  const [text, title] = [value.trim(), label.trim()]
  return { kind, ...(name && text && { [name]: text }), ...(title && { label: title }) }
}
