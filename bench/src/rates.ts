import { quote, type RateRules } from '../../packages/engine/src/index.ts'

/**
 * Measures the quote of a week by a plan with weekend prices in 20 seasons, occupancy, discounts, a fee, an extra and two taxes, with and
 * without its dates made anew: `npm run bench:rates`.
 */

const ROUNDS = 20_000
const seasons = Array.from({ length: 10 }, (_, month) => {
  const at = (of: number) => `2026-${String(of).padStart(2, '0')}-01`
  const dates = { from: at(month + 1), to: at(month + 2) }
  return [
    { ...dates, weekdays: ['friday', 'saturday'], amount: 13_000 + month },
    {
      ...dates,
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'sunday'],
      amount: 10_000,
    },
  ] as const
}).flat()

const rules: RateRules = {
  currency: 'EUR',
  nightly: seasons,
  occupancy: { adults: 2, extraAdultAmount: 2500, children: [{ untilAge: 13, amount: 1500 }] },
  discounts: { nights: [{ minNights: 7, percent: 10 }], early: [{ minDays: 30, percent: 5 }] },
  fees: [{ id: 'cleaning', name: 'Cleaning', amount: 6000, per: 'stay' }],
  extras: [{ id: 'breakfast', name: 'Breakfast', amount: 1200, per: 'person_night' }],
  taxes: [
    { name: 'VAT', percent: 7, included: true, on: ['accommodation', 'cleaning'] },
    { name: 'City tax', amount: 300, exemptUntilAge: 18, capNights: 7, collect: 'atHouse' },
  ],
}
// 2026-05-04 to 2026-05-11.
const stay = {
  arrivalDay: 20_577,
  departureDay: 20_584,
  bookedDay: 20_500,
  occupants: { adults: 3, childAges: [7] },
  extras: [{ id: 'breakfast', quantity: 1 }],
}

/** Microseconds of CPU of one quote. */
function measure(rulesOf: () => RateRules): number {
  let total = 0
  const begun = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = quote(rulesOf(), stay)
    if (!answer.ok) throw new Error(answer.refusal.code)
    total += answer.value.total
  }
  const { user, system } = process.cpuUsage(begun)
  if (total % ROUNDS !== 0) throw new Error('quotes of one stay differ')
  return (user + system) / ROUNDS
}

measure(() => rules)
const known = measure(() => rules)
const fresh = measure(() => ({ ...rules }))
process.stdout.write(
  `a quote of a week: ${known.toFixed(1)} µs; of a plan that was just read: ${fresh.toFixed(1)} µs\n`,
)
