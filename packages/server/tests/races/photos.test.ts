import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photoCountKey, photoKey, photoSizeKey } from '../../src/booking/keys.ts'
import { getPhoto } from '../../src/booking/photos/read-photos.ts'
import { deletePhoto } from '../../src/booking/photos/unused-photos.ts'
import { uploadPhoto } from '../../src/booking/photos/upload-photo.ts'
import { pathOfSize } from '../../src/booking/photos/uploaded-photo.ts'
import {
  createProperty,
  deleteProperty,
  updateProperty,
} from '../../src/booking/properties/properties.ts'
import { inspect } from '../../src/ops/doctor/inspect.ts'
import { type BookingWorld, openBookingWorld, unwrap } from '../support/booking-world.ts'
import { PLAIN_PHOTOS, plainFile, plainLimits } from '../support/plain-photo-maker.ts'
import { RACE_ENGINES } from '../support/stores.ts'

/** Rounds of each race. */
const ROUNDS = 12

/** Lets the event loop turn, so that the racers meet at other points in each round. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe.each(RACE_ENGINES)('at the same moment on %s', (engine) => {
  let world: BookingWorld
  beforeAll(async () => {
    world = await openBookingWorld(engine)
  })
  afterAll(() => world.close())

  const upload = (text: string, photos?: number) =>
    uploadPhoto(
      { ...world.deps, photoMaker: PLAIN_PHOTOS },
      world.caller,
      plainFile(text),
      plainLimits(photos),
    )
  const house = (...photoIds: readonly string[]) => ({
    name: 'House',
    timeZone: 'UTC',
    photos: photoIds.map((id) => ({ url: pathOfSize(id, 800), alt: 'A room' })),
  })
  const stored = async (photoId: string) => {
    const { store, caller } = world
    const keys = [
      photoKey(caller.accountId, photoId),
      ...[400, 800].map((at) => photoSizeKey(photoId, at)),
    ]
    return (await store.getMany(keys, { consistent: true })).map((item) => item !== undefined)
  }
  const countOf = async () =>
    (await world.store.get(photoCountKey(world.caller.accountId), { consistent: true }))?.used

  test('a photo is either deleted or used by those who named it, never both', async () => {
    const { deps, caller } = world
    for (let round = 0; round < ROUNDS; round += 1) {
      const { photo } = unwrap(await upload(`used ${round}`))
      const other = unwrap(await createProperty(deps, caller, house()))
      const [deleted, ...named] = await Promise.all([
        turns(2 * round).then(() => deletePhoto(deps, caller, photo.id)),
        createProperty(deps, caller, house(photo.id)),
        updateProperty(deps, caller, other.id, house(photo.id)),
      ])
      const userIds = named.flatMap((one) => (one.ok ? [one.value.id] : []))
      expect(userIds.length === 0).toBe(deleted.ok)
      expect(await stored(photo.id)).toEqual(
        deleted.ok ? [false, false, false] : [true, true, true],
      )
      const found = await getPhoto(deps, caller, photo.id)
      expect(found.ok ? [...found.value.userIds].sort() : []).toEqual(userIds.sort())
    }
  })

  test('two lists that begin and end to name the same photos agree with them', async () => {
    const { deps, caller } = world
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push(unwrap(await upload(`shared ${name}`)).photo.id)
    const [a = '', b = '', c = ''] = ids
    const one = unwrap(await createProperty(deps, caller, house(a)))
    const two = unwrap(await createProperty(deps, caller, house(a, b)))
    for (let round = 0; round < ROUNDS; round += 1) {
      const swap = round % 2 === 0
      await Promise.all([
        updateProperty(deps, caller, one.id, house(swap ? b : a, c)),
        turns(round).then(() => updateProperty(deps, caller, two.id, house(swap ? c : b))),
      ])
    }
    await Promise.all([one, two].map(({ id }) => deleteProperty(deps, caller, id)))
    for (const id of ids) expect(unwrap(await getPhoto(deps, caller, id)).userIds).toEqual([])
  })

  test('the same file that many upload is one photo, and the limit holds for different ones', async () => {
    const before = Number(await countOf())
    const same = await Promise.all(Array.from({ length: 6 }, () => upload('the same')))
    expect(same.map((one) => unwrap(one).isNew).filter(Boolean)).toHaveLength(1)
    expect(await countOf()).toBe(before + 1)
    const limit = before + 4
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, at) => upload(`other ${at}`, limit)),
    )
    expect(many.filter(({ ok }) => ok)).toHaveLength(3)
    const refusals = many.flatMap((one) => (one.ok ? [] : [one.refusal]))
    expect(refusals).toEqual(Array(5).fill({ code: 'photo_limit_reached', max: limit }))
    expect(await countOf()).toBe(limit)
  })

  test('the doctor finds nothing, and then each record that is planted', async () => {
    const { deps, caller, store } = world
    const { accountId } = caller
    const codesOf = async () => (await inspect(deps)).findings.map(({ code }) => code).sort()
    expect(await codesOf()).toEqual([])
    const { photo } = unwrap(await upload('damaged'))
    unwrap(await createProperty(deps, caller, house(photo.id)))
    const item = await store.get(photoKey(accountId, photo.id), { consistent: true })
    if (item === undefined) throw new Error('the photo was not stored')
    const lone = {
      ...photoSizeKey('pht_01kqs3v7m8e2f4g6h8j0k2m4n6', 400),
      accountId,
      file: new Uint8Array(1),
    }
    const stranger = 'ppt_01kqs3v7m8e2f4g6h8j0k2m4n6'
    await store.transact(
      [
        { kind: 'put-if-present', item: { ...item, userIds: [stranger] } },
        { kind: 'delete', key: photoSizeKey(photo.id, 400) },
        { kind: 'put-if-absent', item: lone },
        { kind: 'count-release', key: photoCountKey(accountId), amount: 1 },
      ],
      'damage',
    )
    expect(await codesOf()).toEqual([
      'count_too_low',
      'photo_size_missing',
      'photo_size_orphaned',
      'photo_user_missing',
      'photo_user_stale',
    ])
    await store.transact([{ kind: 'delete', key: photoKey(accountId, photo.id) }], 'lose')
    expect(await codesOf()).toContain('photo_missing')
  })
})
