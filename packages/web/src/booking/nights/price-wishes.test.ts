import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api.ts'
import type { PlanQuote, StayWishes } from '../../shared/nights/stay-slot.ts'
import { priceWishes } from './price-wishes.ts'

// The casts: no other member is read.
const quoteOf = (ratePlanId: string, total = 0) => ({ ratePlanId, total }) as PlanQuote
const refusal = (code: ApiError['code']) => new ApiError({ code } as ApiError['problem'])

/** Reads quotes from a list of answers, and records what was asked. */
function readerOf(...answers: readonly (readonly PlanQuote[] | Error)[]) {
  const asked: StayWishes[] = []
  const read = (wishes: StayWishes) => {
    const answer = answers[asked.length]
    asked.push(wishes)
    if (answer === undefined) throw new Error('asked too often')
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }
  return { asked, read }
}

const PLAN = quoteOf('flexible', 100)
const EXTRAS = { extras: ['breakfast'] }

test('a plan without wishes costs what it costs, and nothing is read', async () => {
  const { asked, read } = readerOf()
  expect(await priceWishes(PLAN, { extras: [] }, read)).toMatchObject({ quote: PLAN })
  expect(asked).toEqual([])
})

test('a code that the plan does not take is left out, and the extras stay', async () => {
  for (const answer of [[quoteOf('other')], refusal('validation_failed')]) {
    const { asked, read } = readerOf(answer, [quoteOf('flexible', 120)])
    expect(await priceWishes(PLAN, { ...EXTRAS, code: 'X' }, read)).toEqual({
      quote: quoteOf('flexible', 120),
      wishes: EXTRAS,
      isCodeWrong: true,
    })
    expect(asked).toEqual([{ ...EXTRAS, code: 'X' }, EXTRAS])
  }
})

test('a plan that lost an extra meanwhile is read once, and then it is an error', async () => {
  const { asked, read } = readerOf([quoteOf('other')])
  await expect(priceWishes(PLAN, EXTRAS, read)).rejects.toThrow('flexible has changed')
  expect(asked).toHaveLength(1)
})

test('any other refusal is not taken for a wrong code', async () => {
  const { read } = readerOf(refusal('rate_limited'))
  await expect(priceWishes(PLAN, { ...EXTRAS, code: 'X' }, read)).rejects.toThrow(ApiError)
})
