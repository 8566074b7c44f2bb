import { type Answers, type BookingFields, type Consent, ok, type Result } from '@holdfast/engine'
import { invalid, type Refusal } from '../../kernel/refusals.ts'
import type { GivenAnswers, ReadPhone } from '../questions/answer-value.ts'
import { checkAnswers } from '../questions/check-answers.ts'
import { NO_VAULT_KEYS } from '../questions/check-questions.ts'
import type { Question } from '../questions/question.ts'
import { checkGuests, type GuestInput } from './check-guests.ts'
import {
  openPrivateAnswers,
  type PrivateAnswerDependencies,
  sealPrivateAnswers,
} from './private-answers.ts'

/** The most keys of metadata. */
const METADATA_KEYS_MAX = 50

/** The account's own data of a booking. */
type Metadata = Readonly<Record<string, string>>

/**
 * Merges metadata into that of a booking: null removes a key, others stay. At most 50 keys remain; keys and
 * values are already text of their length. Undefined if nothing remains.
 */
function mergeMetadata(
  before: Metadata | undefined,
  change: Readonly<Record<string, string | null>>,
): Result<Metadata | undefined, Refusal> {
  const merged = new Map(Object.entries(before ?? {}))
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  if (merged.size > METADATA_KEYS_MAX) {
    const message = `would have ${merged.size} keys; at most ${METADATA_KEYS_MAX} are possible`
    return invalid('/metadata', message)
  }
  return ok(merged.size === 0 ? undefined : Object.fromEntries(merged))
}

/** The most bytes of metadata, answers and guests of a booking together, as JSON in UTF-8. */
export const FIELDS_BYTES_MAX = 8192

/** What a caller gives with a booking. Absent members stay; null removes an answer or a key. */
export interface CheckedFieldsInput {
  readonly answers?: GivenAnswers | undefined
  readonly guests?: readonly GuestInput[] | undefined
  readonly metadata?: Readonly<Record<string, string | null>> | undefined
}

/** Answers, guests and metadata of a booking. What is not used is absent. */
export type CheckedFields = Pick<
  BookingFields,
  'answers' | 'sealedPrivateAnswers' | 'consents' | 'guests' | 'metadata'
>

/** The booking whose fields are checked. */
export interface FieldsOwner {
  readonly bookingId: string
  /** The questions of its event type. */
  readonly questions: readonly Question[]
  /** The booker's address, which is no guest's; absent for a hold without a booker. */
  readonly bookerEmail?: string | undefined
  /** Its fields so far. */
  readonly before?: CheckedFields | undefined
  /** Whether each required question needs an answer now. */
  readonly asksRequired: boolean
  /** See `AnswerRules`. */
  readonly asksDeciding?: boolean
  readonly readPhone: ReadPhone
  readonly nowEpochSeconds: number
}

/**
 * Checks what a caller gives with a booking, and merges it with the fields that the booking has already. Answers are
 * checked against the questions; those to private ones are encrypted. All of it is at most 8 kB.
 */
export async function checkFields(
  deps: PrivateAnswerDependencies,
  owner: FieldsOwner,
  input: CheckedFieldsInput,
): Promise<Result<CheckedFields, Refusal>> {
  const { before = {}, bookerEmail } = owner
  const checked = await checkedAnswers(deps, owner, input.answers)
  if (!checked.ok) return checked
  if (input.guests === undefined && isGuest(before, bookerEmail)) {
    const message = `"${bookerEmail}" is a guest of the booking. Send \`guests\` without them.`
    return invalid('/booker/email', message)
  }
  // The same list if it does not change: another one would change the invitation.
  const guests =
    input.guests === undefined ? ok(before.guests) : checkGuests(input.guests, bookerEmail)
  if (!guests.ok) return guests
  const metadata = mergeMetadata(before.metadata, input.metadata ?? {})
  if (!metadata.ok) return metadata
  const { answers, privateAnswers, sealed } = checked.value
  const fields = {
    ...(answers && { answers }),
    ...(guests.value && { guests: guests.value }),
    ...(metadata.value && { metadata: metadata.value }),
  }
  const bytes = bytesOf([fields, privateAnswers])
  if (bytes > FIELDS_BYTES_MAX) {
    const message = `answers, guests and metadata are ${bytes} bytes together; at most ${FIELDS_BYTES_MAX} are possible. Shorten them.`
    return invalid(`/${largestMember(fields, privateAnswers)}`, message)
  }
  const sealedPrivateAnswers =
    sealed ?? (await sealPrivateAnswers(deps, owner.bookingId, privateAnswers))
  const consents = consentsOf(owner, answers, input.answers)
  return ok({
    ...fields,
    ...(sealedPrivateAnswers !== undefined && { sealedPrivateAnswers }),
    ...(consents.length > 0 && { consents }),
  })
}

/** What the booker agrees to: the texts of answers that are given now, and those of earlier answers that still hold. */
function consentsOf(
  { questions, before, nowEpochSeconds }: FieldsOwner,
  answers: Answers = {},
  given: GivenAnswers = {},
): readonly Consent[] {
  const isNew = ({ id, isConsent }: Question) => isConsent === true && given[id] === true
  const kept = (before?.consents ?? []).filter(
    ({ questionId: id, text }) =>
      answers[id] === true &&
      !questions.some((each) => each.id === id && isNew(each) && each.label !== text),
  )
  const added = questions
    .filter((each) => isNew(each) && kept.every(({ questionId }) => questionId !== each.id))
    .map(({ id: questionId, label: text }) => ({
      questionId,
      text,
      givenAtEpochSeconds: nowEpochSeconds,
    }))
  return [...kept, ...added]
}

const isGuest = ({ guests = [] }: CheckedFields, address: string | undefined): boolean =>
  guests.some(({ email }) => email === address)

interface MergedAnswers {
  readonly answers: Answers | undefined
  readonly privateAnswers: Answers
  /** The private answers as they are stored, if they stay. */
  readonly sealed?: string | undefined
}

async function checkedAnswers(
  deps: PrivateAnswerDependencies,
  owner: FieldsOwner,
  given: GivenAnswers | undefined,
): Promise<Result<MergedAnswers, Refusal>> {
  const { bookingId, questions, before = {}, asksRequired, asksDeciding = false } = owner
  const { sealedPrivateAnswers } = before
  const hasUse = given !== undefined || ((asksRequired || asksDeciding) && questions.length > 0)
  const privateAnswers =
    (await openPrivateAnswers(deps, { id: bookingId, ...before })) ?? ({} satisfies Answers)
  if (!hasUse) {
    return ok({ answers: before.answers, privateAnswers, sealed: sealedPrivateAnswers })
  }
  const checked = await checkAnswers(questions, given ?? {}, {
    asksRequired,
    asksDeciding,
    known: owner.before && { answers: before.answers ?? {}, privateAnswers },
    readPhone: owner.readPhone,
  })
  if (!checked.ok) return checked
  const [sensitive] = Object.keys(checked.value.privateAnswers)
  if (sensitive !== undefined && deps.secretBox === undefined) {
    return invalid(`/answers/${sensitive}`, `A private answer ${NO_VAULT_KEYS}`)
  }
  const { answers } = checked.value
  return ok({
    answers: Object.keys(answers).length === 0 ? undefined : answers,
    privateAnswers: checked.value.privateAnswers,
  })
}

const bytesOf = (parts: readonly object[]): number =>
  parts
    .flatMap((part) => (Object.keys(part).length === 0 ? [] : [JSON.stringify(part)]))
    .reduce((sum, json) => sum + Buffer.byteLength(json), 0)

/** The member that takes the most bytes, which the error points to. */
function largestMember(
  { answers = {}, guests = [], metadata = {} }: CheckedFields,
  privateAnswers: Answers,
): 'answers' | 'guests' | 'metadata' {
  const sizes = [
    ['answers', bytesOf([answers, privateAnswers])],
    ['guests', bytesOf([guests])],
    ['metadata', bytesOf([metadata])],
  ] as const
  return sizes.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}
