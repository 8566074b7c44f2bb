import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, WEEKDAYS } from '../time/dates.ts'
import { daysOfLine } from './lines.ts'
import { type QuoteInput, quote } from './quote.ts'
import { ACCOMMODATION, type QuoteLine, type RateRules } from './rate-plan.ts'
import { explainRates } from './restrictions.ts'
import { ratesProblems } from './validate-rates.ts'

const FIRST = 20_600
const amounts = fc.integer({ min: 0, max: 30_000 })
const percents = fc.integer({ min: 0, max: 5000 }).map((hundredths) => hundredths / 100)
const few = <Each>(each: fc.Arbitrary<Each>) => fc.array(each, { maxLength: 3 })
const charges = (names: string) =>
  fc.subarray([...names]).chain((ids) =>
    fc.tuple(
      ...ids.map((id) =>
        fc.record({
          id: fc.constant(id),
          name: fc.constant(id.toUpperCase()),
          amount: amounts,
          per: fc.constantFrom('stay', 'night', 'person', 'person_night'),
        }),
      ),
    ),
  )

/** Seasons that follow each other, some of weekdays only. */
const seasons = <More extends object>(more: fc.Arbitrary<More>) =>
  few(
    fc.record({
      length: fc.integer({ min: 1, max: 20 }),
      weekdays: fc.option(fc.subarray([...WEEKDAYS], { minLength: 1 }), { nil: undefined }),
      more,
    }),
  ).map((list) => {
    let day = FIRST
    return list.map(({ length, weekdays, more: rest }) => {
      const from = formatDate(day)
      day += length
      return { from, to: formatDate(day), weekdays, ...rest }
    })
  })

const plans: fc.Arbitrary<RateRules> = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  amount: amounts,
  nightly: seasons(fc.record({ amount: amounts })),
  occupancy: fc.record({
    adults: fc.integer({ min: 1, max: 3 }),
    singleUse: fc.record({ percent: fc.integer({ min: -100, max: 0 }) }),
    extraAdultAmount: amounts,
    children: fc.uniqueArray(
      fc.record({ untilAge: fc.integer({ min: 1, max: 18 }), amount: amounts }),
      { maxLength: 3, selector: ({ untilAge }) => untilAge },
    ),
  }),
  discounts: fc.record({
    nights: few(fc.record({ minNights: fc.integer({ min: 1, max: 20 }), percent: percents })),
    early: few(fc.record({ minDays: fc.integer({ min: 0, max: 40 }), percent: percents })),
    lastMinute: few(fc.record({ maxDays: fc.integer({ min: 0, max: 40 }), percent: percents })),
  }),
  codes: fc.constant([
    { code: 'A', percent: 10 },
    { code: 'B', percent: 12.5 },
  ]),
  fees: charges('ab'),
  extras: charges('cd'),
  taxes: few(
    fc.oneof(
      fc.record({
        name: fc.constant('T'),
        amount: amounts,
        capNights: fc.integer({ min: 1, max: 9 }),
        exemptUntilAge: fc.integer({ min: 1, max: 18 }),
        collect: fc.constantFrom('now', 'atHouse'),
      }),
      fc.record({
        name: fc.constant('V'),
        percent: percents,
        included: fc.boolean(),
        on: fc.constant([ACCOMMODATION]),
      }),
    ),
  ),
  restrictions: seasons(
    fc.record({
      minNights: fc.integer({ min: 1, max: 5 }),
      on: fc.constantFrom('arrival', 'through'),
      closedToArrival: fc.boolean(),
      closedToDeparture: fc.boolean(),
      stopSell: fc.boolean(),
    }),
  ),
})

const stays: fc.Arbitrary<QuoteInput> = fc
  .record({
    arrival: fc.integer({ min: 0, max: 30 }),
    nights: fc.integer({ min: 1, max: 25 }),
    ahead: fc.integer({ min: 0, max: 40 }),
    adults: fc.integer({ min: 1, max: 4 }),
    childAges: fc.array(fc.integer({ min: 0, max: 17 }), { maxLength: 3 }),
    code: fc.constantFrom(undefined, 'A', 'b'),
  })
  .map(({ arrival, nights, ahead, adults, childAges, code }) => ({
    arrivalDay: FIRST + arrival,
    departureDay: FIRST + arrival + nights,
    bookedDay: FIRST + arrival - ahead,
    occupants: { adults, childAges },
    code,
  }))

const sum = (lines: readonly QuoteLine[]) =>
  lines.reduce((all, { amount, included }) => (included ? all : all + amount), 0)

/** What the nights of lines cost, by day, without percentages of tax. */
function byNight(lines: readonly QuoteLine[]) {
  const nights = new Map<number, number>()
  for (const line of lines) {
    for (const day of daysOfLine(line)) {
      nights.set(day, (nights.get(day) ?? 0) + line.unitAmount * line.quantity)
    }
  }
  return nights
}

test('every plan of these tests can be saved', () => {
  fc.assert(
    fc.property(plans, (rules) => {
      expect(ratesProblems(rules)).toEqual([])
    }),
  )
})

test('a total is the sum of its lines, and each line of its nights; every night has one price', () => {
  fc.assert(
    fc.property(plans, stays, (rules, stay) => {
      const answer = quote(rules, stay)
      if (!answer.ok) {
        expect(answer.refusal.code).toBe('too_many_prices')
        return
      }
      const { lines, total, atHouse } = answer.value
      expect(total).toBe(sum(lines))
      expect(atHouse).toBe(sum(lines.filter(({ collect }) => collect === 'atHouse')))
      for (const { amount, unitAmount, quantity, nights = 1 } of lines) {
        expect(amount).toBe(unitAmount * quantity * nights)
        expect(Number.isSafeInteger(amount)).toBe(true)
      }
      const nights = lines.filter(({ kind }) => kind === 'night').flatMap(daysOfLine)
      const { arrivalDay, departureDay } = stay
      expect(nights.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: departureDay - arrivalDay }, (_, index) => arrivalDay + index),
      )
    }),
  )
})

test('the order of rules changes neither the price nor what is refused', () => {
  fc.assert(
    fc.property(plans, stays, (rules, stay) => {
      const { occupancy = { adults: 1 }, discounts = {} } = rules
      const other: RateRules = {
        ...rules,
        nightly: rules.nightly?.toReversed(),
        restrictions: rules.restrictions?.toReversed(),
        codes: rules.codes?.toReversed(),
        occupancy: { ...occupancy, children: occupancy.children?.toReversed() },
        discounts: {
          nights: discounts.nights?.toReversed(),
          early: discounts.early?.toReversed(),
          lastMinute: discounts.lastMinute?.toReversed(),
        },
      }
      expect(quote(other, stay)).toEqual(quote(rules, stay))
      const { bookedDay } = stay
      expect(explainRates(other, stay, bookedDay)).toEqual(explainRates(rules, stay, bookedDay))
    }),
  )
})

test('nights that a stay keeps keep their price, whatever the plan is now', () => {
  fc.assert(
    fc.property(plans, plans, stays, stays, (rules, now, stay, moved) => {
      const before = quote(rules, stay)
      if (!before.ok) return
      const change = { ...moved, occupants: stay.occupants, isChange: true }
      const after = quote({ ...now, currency: rules.currency }, change, before.value)
      if (!after.ok) {
        expect(after.refusal.code).toBe('too_many_prices')
        return
      }
      const had = byNight(before.value.lines)
      const has = byNight(after.value.lines)
      for (let day = moved.arrivalDay; day < moved.departureDay; day += 1) {
        if (stay.arrivalDay <= day && day < stay.departureDay) {
          expect(has.get(day) ?? 0).toBe(had.get(day) ?? 0)
        }
      }
    }),
  )
})

test('a stay that changes nothing costs what it cost', () => {
  fc.assert(
    fc.property(plans, stays, (rules, stay) => {
      const before = quote(rules, stay)
      if (!before.ok) return
      const after = quote(rules, { ...stay, isChange: true }, before.value)
      expect(after.ok && after.value.total).toBe(before.value.total)
    }),
  )
})
