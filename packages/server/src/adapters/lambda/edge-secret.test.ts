import { expect, test } from 'vitest'
import { createEdgeSecret } from './edge-secret.ts'

const MINUTE = 60_000

/** The check of an instance that started with `current`, on a secret whose values can be set. */
function edge(current: string) {
  const state = { values: [current] as readonly string[], now: 0, reads: 0, isBroken: false }
  const errors: unknown[] = []
  const secret = createEdgeSecret({
    current,
    read: async () => {
      state.reads += 1
      if (state.isBroken) throw new Error('no answer')
      return state.values
    },
    nowEpochMilliseconds: () => state.now,
    onError: (error) => errors.push(error),
  })
  return { state, errors, isKnown: secret.isKnown }
}

test('the current value is known without reading the secret, no header and a wrong value are not', async () => {
  const { state, isKnown } = edge('current')
  expect([await isKnown('current'), await isKnown(null), state.reads]).toEqual([true, false, 0])
  expect([await isKnown('guess'), await isKnown('current2'), await isKnown('')]).toEqual([
    false,
    false,
    false,
  ])
})

test('during a rotation an instance knows the old and the new value, whichever it started with', async () => {
  const early = edge('old')
  early.state.values = ['new', 'old']
  expect([await early.isKnown('old'), await early.isKnown('new')]).toEqual([true, true])
  const late = edge('new')
  late.state.values = ['new', 'old']
  expect([await late.isKnown('old'), await late.isKnown('new')]).toEqual([true, true])
})

test('unknown values make an instance read the secret at most once a minute', async () => {
  const { state, isKnown } = edge('current')
  for (let guess = 0; guess < 50; guess += 1) await isKnown(`guess ${guess}`)
  expect(state.reads).toBe(1)
  state.now = MINUTE
  await isKnown('guess')
  expect(state.reads).toBe(2)
})

test('a value that was withdrawn ends after a quarter of an hour', async () => {
  const { state, isKnown } = edge('new')
  state.values = ['new', 'old']
  expect(await isKnown('old')).toBe(true)
  state.values = ['new']
  state.now = 14 * MINUTE
  expect(await isKnown('old')).toBe(true)
  state.now = 15 * MINUTE
  expect([await isKnown('old'), await isKnown('new')]).toEqual([false, true])
})

test('if the secret cannot be read, its last values remain valid', async () => {
  const { state, errors, isKnown } = edge('current')
  state.isBroken = true
  state.now = 20 * MINUTE
  expect([await isKnown('current'), await isKnown('guess'), errors.length]).toEqual([
    true,
    false,
    1,
  ])
})

test('an empty secret lets nothing in', async () => {
  const { isKnown } = edge('')
  expect(await isKnown('')).toBe(false)
})
