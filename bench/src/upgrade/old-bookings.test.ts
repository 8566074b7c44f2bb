import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openRelease } from '../../../packages/prove/src/upgrade/releases.ts'
import { bookingsOf } from './old-bookings.ts'

const ROWS = 1_000
const OF_STATUS = "pk GLOB 'BOOKING#*' AND gsi1sk GLOB"

/** The bookings of 2.0.0 after a change of the file. */
async function bookingsAfter(sql: string) {
  const { dataDir, close } = await openRelease('2.0.0')
  onTestFinished(close)
  const file = join(dataDir, 'holdfast.sqlite')
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  return bookingsOf(file, ROWS)
}

test('a booking that is lost or differs after an upgrade is found, and a hold that lapsed is none', async () => {
  const before = await bookingsAfter('')
  expect(before.count).toBe(8)
  const lost = await bookingsAfter(`DELETE FROM item WHERE ${OF_STATUS} 'cancelled#*'`)
  expect(lost.count).toBe(7)
  for (const change of [
    "body = replace(body, 'Grace', 'Eve')",
    "gsi1sk = replace(gsi1sk, 'confirmed#', 'pending#')",
    'gsi3pk = NULL',
  ]) {
    const changed = await bookingsAfter(
      `UPDATE item SET ${change} WHERE ${OF_STATUS} 'confirmed#*'`,
    )
    expect([changed.count, changed.sum === before.sum]).toEqual([8, false])
  }
  const lapsed = await bookingsAfter(
    `UPDATE item SET body = replace(body, 'pending', 'expired'), gsi1sk = replace(gsi1sk, 'pending#', 'expired#')
     WHERE ${OF_STATUS} 'pending#*'`,
  )
  expect(lapsed).toEqual(before)
})
