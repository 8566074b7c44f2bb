import { ok } from '@holdfast/engine'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadPhoto } from '../../src/booking/photos/upload-photo.ts'
import { systemCaller } from '../../src/kernel/caller.ts'
import { plainFile, plainLimits } from '../support/plain-photo-maker.ts'
import { type MeteredApp, openMeteredApp } from './metered-app.ts'

let app: MeteredApp
beforeAll(async () => {
  app = await openMeteredApp()
})
afterAll(() => app.close())

/** The sizes of a photo of 12 megapixels in ADR 109. */
const SIZES = [
  [400, 7_736],
  [800, 21_614],
  [1600, 65_558],
] as const

test('an upload costs two write units a kilobyte of its sizes and six more, and a list two for each photo that it names', async () => {
  const { call, cost, deps, accountId } = app
  const sizesOf = async () =>
    ok(
      SIZES.map(([widthPixels, bytes]) => ({
        widthPixels,
        heightPixels: widthPixels,
        file: new Uint8Array(bytes),
      })),
    )
  const photoMaker = { nameOf: () => 'one', sizesOf }
  const caller = systemCaller(accountId, 'test')
  // The first upload of an installation raises the format of its store.
  await uploadPhoto(
    { ...deps, photoMaker: { ...photoMaker, nameOf: () => 'zero' } },
    caller,
    plainFile('0'),
    plainLimits(),
  )
  app.resetUses()
  const uploaded = await uploadPhoto({ ...deps, photoMaker }, caller, plainFile('1'), plainLimits())
  const spent = app.uses().reduce((sum, { writeUnits }) => sum + writeUnits, 0)
  if (!uploaded.ok) throw new Error('the photo was refused')
  // 8, 22 and 65 kilobytes.
  expect(spent).toBe(2 * (8 + 22 + 65) + 6)
  const { id } = uploaded.value.photo
  const house = { name: 'House', timeZone: 'UTC' }
  const { body: property } = await call('POST', '/v1/properties', { body: house })
  const path = `/v1/properties/${property.id}`
  const plain = await cost(200, 'PATCH', path, { body: { name: 'Villa' } })
  const photos = [{ url: `/v1/photos/${id}/1600`, alt: 'A room' }]
  const named = await cost(200, 'PATCH', path, { body: { photos } })
  // Two writes in a transaction, in place of one without.
  expect([plain.writeUnits, named.writeUnits]).toEqual([1, 4])
  const renamed = await cost(200, 'PATCH', path, { body: { name: 'House' } })
  expect([renamed.writeUnits, renamed.readUnits]).toEqual([plain.writeUnits, plain.readUnits])
  const read = await cost(200, 'GET', `/v1/photos/${id}/1600`, { key: null })
  expect([read.writeUnits, read.readUnits]).toEqual([0, 8.5])
})
