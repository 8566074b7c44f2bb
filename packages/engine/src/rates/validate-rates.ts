import { moneyProblem } from '../payments/money.ts'
import { parseDate } from '../time/dates.ts'
import { overlap } from './dated-rules.ts'
import { cancellationProblem } from './policy.ts'
import { ACCOMMODATION, type PriceChange, type RateRules, type RuleDates } from './rate-plan.ts'

/** What is wrong with a plan: a JSON pointer and a sentence about it. */
export interface RatesProblem {
  readonly pointer: string
  readonly message: string
}

/** Whether a change names exactly one of percent and amount. */
const isOne = ({ percent, amount }: PriceChange): boolean =>
  (percent === undefined) !== (amount === undefined)

/** Everything that is wrong with the rules of a plan; empty if they can be saved. */
export function ratesProblems(rules: RateRules): readonly RatesProblem[] {
  const { occupancy, codes = [], restrictions = [] } = rules
  const currency = moneyProblem({ amount: 1_000_000, currency: rules.currency })
  return [
    ...(currency?.field === 'currency'
      ? [{ pointer: '/currency', message: currency.message }]
      : []),
    ...datesProblems('/nightly', rules.nightly ?? []),
    ...datesProblems('/restrictions', restrictions),
    ...restrictions.flatMap(({ minNights = 1, maxNights = minNights }, index) =>
      minNights <= maxNights
        ? []
        : [
            problem(
              `/restrictions/${index}/minNights`,
              `must be at most \`maxNights\`, which is ${maxNights}`,
            ),
          ],
    ),
    ...(occupancy?.singleUse && !isOne(occupancy.singleUse)
      ? [problem('/occupancy/singleUse', 'must have either `percent` or `amount`')]
      : []),
    ...repeated(
      '/occupancy/children',
      (occupancy?.children ?? []).map(({ untilAge }) => String(untilAge)),
    ),
    ...repeated(
      '/codes',
      codes.map(({ code }) => code.toUpperCase()),
    ),
    ...codes.flatMap(({ from, to }, index) =>
      from === undefined || to === undefined || from < to
        ? []
        : [problem(`/codes/${index}/to`, `must be after \`from\`, which is ${from}`)],
    ),
    ...policyProblems(rules),
    ...chargesProblems(rules),
    ...taxesProblems(rules),
  ]
}

/** A deposit that says two things, a time of day without a day, a penalty in two forms, and a late cancellation that costs less than an earlier one. */
function policyProblems(rules: RateRules): readonly RatesProblem[] {
  const { deposit, balanceDueDays, balanceCancelDays, cancellation = [] } = rules
  const named = Object.values(deposit ?? {}).filter((value) => value !== undefined)
  const timed = cancellation.findIndex(({ days, time }) => days === undefined && time !== undefined)
  const wrong = cancellationProblem(cancellation)
  const unclear = cancellation.findIndex(
    ({ penaltyPercent, penaltyNights }) =>
      (penaltyPercent === undefined) === (penaltyNights === undefined),
  )
  return [
    ...(deposit && named.length !== 1
      ? [problem('/deposit', 'must have exactly one of `percent`, `amount` and `nights`')]
      : []),
    ...(balanceCancelDays !== undefined && balanceDueDays === undefined
      ? [problem('/balanceCancelDays', 'is only possible with `balanceDueDays`')]
      : []),
    ...(unclear === -1
      ? []
      : [
          problem(
            `/cancellation/${unclear}`,
            'must have exactly one of `penaltyPercent` and `penaltyNights`',
          ),
        ]),
    ...(timed === -1
      ? []
      : [problem(`/cancellation/${timed}/time`, 'is only possible with `days`')]),
    ...(wrong === undefined
      ? []
      : [
          problem(
            `/cancellation/${wrong}/${cancellation[wrong]?.penaltyNights ? 'penaltyNights' : 'penaltyPercent'}`,
            'must not be less than after an earlier deadline; rules of one day need different times',
          ),
        ]),
  ]
}

const problem = (pointer: string, message: string): RatesProblem => ({ pointer, message })

/** Dates that do not exist or are empty, and two rules for one date. */
function datesProblems(pointer: string, rules: readonly RuleDates[]): readonly RatesProblem[] {
  const wrong = rules.flatMap(({ from, to }, index): readonly RatesProblem[] => {
    for (const [name, date] of Object.entries({ from, to })) {
      if (parseDate(date) === undefined) {
        return [problem(`${pointer}/${index}/${name}`, `${date} is not a date`)]
      }
    }
    return from < to
      ? []
      : [problem(`${pointer}/${index}/to`, `must be after \`from\`, which is ${from}`)]
  })
  if (wrong.length > 0) return wrong
  const both = overlap(rules)
  if (both === undefined) return []
  const [earlier, later] = both
  return [
    problem(
      `${pointer}/${later}`,
      `has a date in common with rule ${earlier}: each date can have one rule. Change \`from\`, \`to\` or \`weekdays\`.`,
    ),
  ]
}

/** The first value that a list has twice. */
function repeated(pointer: string, values: readonly string[]): readonly RatesProblem[] {
  const index = values.findIndex((value, at) => values.indexOf(value) !== at)
  return index === -1 ? [] : [problem(`${pointer}/${index}`, `repeats ${values[index]}`)]
}

function chargesProblems({ fees = [], extras = [] }: RateRules): readonly RatesProblem[] {
  const seen = new Set<string>([ACCOMMODATION])
  const all = [
    ...fees.map(({ id }, index) => ({ id, pointer: `/fees/${index}/id` })),
    ...extras.map(({ id }, index) => ({ id, pointer: `/extras/${index}/id` })),
  ]
  return all.flatMap(({ id, pointer }) => {
    if (!seen.has(id)) {
      seen.add(id)
      return []
    }
    return [problem(pointer, `"${id}" is in use: each fee and extra needs an id of its own`)]
  })
}

function taxesProblems({ taxes = [], fees = [], extras = [] }: RateRules): readonly RatesProblem[] {
  const names = new Set([ACCOMMODATION, ...fees.map(({ id }) => id), ...extras.map(({ id }) => id)])
  return taxes.flatMap((tax, index): readonly RatesProblem[] => {
    const pointer = `/taxes/${index}`
    if (!isOne(tax)) return [problem(pointer, 'must have either `percent` or `amount`')]
    if (tax.amount !== undefined && (tax.included || tax.onNet || tax.on)) {
      return [problem(pointer, '`on`, `included` and `onNet` are only possible with `percent`')]
    }
    if (tax.percent !== undefined && tax.exemptUntilAge !== undefined) {
      return [problem(`${pointer}/exemptUntilAge`, 'is only possible with `amount`')]
    }
    if (tax.included && (tax.onNet || tax.collect === 'atHouse')) {
      return [
        problem(
          pointer,
          'a tax that is `included` is part of the price: leave out `onNet` and `collect`',
        ),
      ]
    }
    if (tax.validFrom !== undefined && tax.validTo !== undefined && tax.validFrom >= tax.validTo) {
      return [
        problem(`${pointer}/validTo`, `must be after \`validFrom\`, which is ${tax.validFrom}`),
      ]
    }
    const unknown = tax.on?.find((name) => !names.has(name))
    return unknown === undefined
      ? []
      : [
          problem(
            `${pointer}/on`,
            `"${unknown}" is neither "accommodation" nor the id of a fee or extra`,
          ),
        ]
  })
}
