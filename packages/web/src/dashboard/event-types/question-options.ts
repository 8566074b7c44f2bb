import { LANGUAGE_NAMES, type Language } from '../../shared/language.ts'
import { majorText, minorUnitsOf } from '../../shared/money.ts'
import type { EventType } from '../api.ts'
import type { PaymentDraft } from './payment-draft.ts'

type Question = EventType['questions'][number]

/** What an option does and how it is called in other languages, in the form. Empty: nothing. */
export interface OptionDraft {
  readonly addMinutes: string
  /** In major units. */
  readonly addAmount: string
  /** The id of the candidate who takes part, or of the event type that is booked instead. */
  readonly leadsTo: string
  /** What bookers read instead of the option. */
  readonly texts: Readonly<Partial<Record<Language, string>>>
}

/** The parts of a question that say something about its options. */
export interface OptionsOfQuestion {
  /** One option a line. */
  readonly options: string
  /** What each line does, blank ones too, in their order. */
  readonly optionDrafts: readonly OptionDraft[]
  /** The languages that options have texts in, in the order of the form. */
  readonly languages: readonly Language[]
}

/** An option of which nothing is said yet. */
export const NEW_OPTION: OptionDraft = { addMinutes: '', addAmount: '', leadsTo: '', texts: {} }

const EVENT_TYPE_ID = /^ety_/

const linesOf = (options: string): readonly string[] => options.split('\n')

/** The options of a text with one a line, without blank lines. */
export const optionLines = (options: string): string[] =>
  linesOf(options).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** The options with what is said of each, and the place of each among all lines. */
export const optionEntries = ({ options, optionDrafts }: OptionsOfQuestion) =>
  linesOf(options).flatMap((line, index) =>
    line.trim() === ''
      ? []
      : [{ option: line.trim(), index, draft: optionDrafts[index] ?? NEW_OPTION }],
  )

/** The languages of the pages for bookers. */
const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

type SavedOptions = Pick<Question, 'options' | 'optionRules' | 'optionTexts'>

/** The form's values for the options of a question. Amounts are in the currency of the event type. */
export function questionOptionsOf(saved: SavedOptions, currency: string): OptionsOfQuestion {
  const { options, optionRules, optionTexts } = saved
  const languages = LANGUAGES.filter((language) => optionTexts?.[language] !== undefined)
  const ruleOf = (option: string) =>
    optionRules !== null && Object.hasOwn(optionRules, option) ? optionRules[option] : undefined
  return {
    options: options?.join('\n') ?? '',
    languages,
    optionDrafts: (options ?? []).map((option, index) => {
      const { addMinutes, addAmount, leadsTo } = ruleOf(option) ?? {}
      return {
        addMinutes: String(addMinutes ?? ''),
        addAmount: addAmount == null ? '' : majorText(addAmount, currency),
        leadsTo: leadsTo?.eventTypeId ?? leadsTo?.providerId ?? '',
        texts: Object.fromEntries(
          languages.map((language) => [language, optionTexts?.[language]?.[index] ?? '']),
        ),
      }
    }),
  }
}

/** How many entries at the start of two lists are the same. */
function sharedStart(before: readonly string[], after: readonly string[]): number {
  const differs = before.findIndex((line, index) => line !== after[index])
  return differs === -1 ? before.length : differs
}

/**
 * What is said of each line after the text was edited. A line keeps it where the text around it changed, where the line itself was
 * edited, and where lines were put into another order.
 */
export function realigned(
  { options, optionDrafts }: Pick<OptionsOfQuestion, 'options' | 'optionDrafts'>,
  edited: string,
): readonly OptionDraft[] {
  const [before, after] = [linesOf(options), linesOf(edited)]
  const most = Math.min(before.length, after.length)
  const start = Math.min(most, sharedStart(before, after))
  const end = Math.min(most - start, sharedStart(before.toReversed(), after.toReversed()))
  const draftAt = (index: number) => optionDrafts[index] ?? NEW_OPTION
  const old = before.slice(start, before.length - end)
  const inMiddle = after.slice(start, after.length - end).map((line, index, fresh) => {
    const known = old.indexOf(line)
    if (known !== -1) return draftAt(start + known)
    const replaced = old[index]
    const isRenamed = replaced !== undefined && !fresh.includes(replaced)
    return isRenamed ? draftAt(start + index) : NEW_OPTION
  })
  return [
    ...before.slice(0, start).map((_, index) => draftAt(index)),
    ...inMiddle,
    ...Array.from({ length: end }, (_, index) => draftAt(before.length - end + index)),
  ]
}

/** The values of a question with one line changed. */
export const withOption = (
  { options, optionDrafts }: Pick<OptionsOfQuestion, 'options' | 'optionDrafts'>,
  index: number,
  part: Partial<OptionDraft>,
): readonly OptionDraft[] =>
  linesOf(options).map((_, at) => {
    const draft = optionDrafts[at] ?? NEW_OPTION
    return at === index ? { ...draft, ...part } : draft
  })

/** The values of a question without the texts of a language. */
export const withoutLanguage = (
  { languages, optionDrafts }: OptionsOfQuestion,
  removed: Language,
): Pick<OptionsOfQuestion, 'languages' | 'optionDrafts'> => ({
  languages: languages.filter((language) => language !== removed),
  optionDrafts: optionDrafts.map(({ texts: { [removed]: _, ...texts }, ...draft }) => ({
    ...draft,
    texts,
  })),
})

/** Whether bookers are charged, and in what. */
export type Paid = Pick<PaymentDraft, 'isPaid' | 'currency'>

function ruleOf(
  { addMinutes, addAmount, leadsTo }: OptionDraft,
  kind: Question['kind'],
  { isPaid, currency }: Paid,
) {
  // What the inputs let through; none is what the server leaves out.
  const minutes = Number(addMinutes)
  const amount = isPaid ? (minorUnitsOf(addAmount, currency) ?? 0) : 0
  const leads = kind === 'select' && leadsTo !== ''
  return {
    ...(minutes !== 0 && { addMinutes: minutes }),
    ...(amount !== 0 && { addAmount: amount }),
    ...(leads && {
      leadsTo: EVENT_TYPE_ID.test(leadsTo) ? { eventTypeId: leadsTo } : { providerId: leadsTo },
    }),
  }
}

/** How many options of a question change the booking. */
export const ruledCount = (question: OptionsOfQuestion, kind: Question['kind'], paid: Paid) =>
  optionEntries(question).filter(({ draft }) => Object.keys(ruleOf(draft, kind, paid)).length > 0)
    .length

/** The rules and texts of options as the API takes them; members that say nothing are left out. An option without a text in a language is called as it is. */
export function optionMembersOf(question: OptionsOfQuestion, kind: Question['kind'], paid: Paid) {
  const entries = optionEntries(question)
  const rules = entries.flatMap(({ option, draft }) => {
    const rule = ruleOf(draft, kind, paid)
    return Object.keys(rule).length === 0 ? [] : [[option, rule] as const]
  })
  const texts = question.languages.flatMap((language) => {
    const typed = entries.map(({ draft }) => draft.texts[language]?.trim() ?? '')
    const named = entries.map(({ option }, index) => typed[index] || option)
    return typed.some((text) => text !== '') ? [[language, named] as const] : []
  })
  return {
    ...(rules.length > 0 && { optionRules: Object.fromEntries(rules) }),
    ...(texts.length > 0 && { optionTexts: Object.fromEntries(texts) }),
  }
}
