import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTED_DAMAGES, DAMAGES } from '../../../tests/doctor/damages.ts'
import { liveInCounts } from '../../../tests/doctor/lived-in-counts.ts'
import { type LivedIn, liveIn } from '../../../tests/doctor/lived-in-store.ts'
import type { Damage } from '../../../tests/doctor/plant.ts'
import { seed } from '../../../tests/ports/suite/harness.ts'
import { drawnFrom, IS_DEEP } from '../../../tests/support/depth.ts'
import { type Engine, openTestStore, SOME_ENGINES } from '../../../tests/support/stores.ts'
import type { Item, Store } from '../../kernel/ports/store.ts'
import { inspect } from './inspect.ts'
import { repair } from './repair.ts'

async function everything(store: Store): Promise<readonly Item[]> {
  const items: Item[] = []
  for await (const page of store.scan()) items.push(...page)
  return items.toSorted((a, b) => (`${a.PK} ${a.SK}` < `${b.PK} ${b.SK}` ? -1 : 1))
}

const codesOf = (findings: readonly { readonly code: string }[]) =>
  findings.map(({ code }) => code).sort()

/**
 * The damages to plant. The doctor knows no engine: it finds damages by a scan and repairs them by transactions. So the
 * usual run plants one for each repair on the drawn engine, and on SQLite, which is fast, a third of the others.
 */
function plantedOn<Made>(
  engine: Engine,
  damages: readonly Damage<Made>[],
): readonly Damage<Made>[] {
  const drawn = new Set(IS_DEEP || engine === 'sqlite' ? drawnFrom(damages, 3) : [])
  const seen = new Set<string>()
  return damages.filter((damage) => {
    const { codes, left = [] } = damage
    const before = seen.size
    for (const code of codes) if (!left.includes(code)) seen.add(repairOf(code))
    return seen.size > before || drawn.has(damage)
  })
}

/** One repair serves all counts, one all sessions, and one all lines. */
const repairOf = (code: string): string => /^(count|session|waitlist)_/.exec(code)?.[0] ?? code

interface Made {
  readonly deps: LivedIn['deps']
}

function damageTests<Lived extends Made>(
  engine: Engine,
  live: (store: Store) => Promise<Lived>,
  damages: readonly Damage<Lived>[],
): void {
  let made: Lived
  let items: readonly Item[]
  beforeAll(async () => {
    const { store, close } = await openTestStore(engine)
    made = await live(store)
    items = await everything(store)
    await close()
  })

  test.each(plantedOn(engine, damages))(
    'finds $name and repairs what is safe',
    async ({ plant, codes, left }) => {
      const { store, close } = await openTestStore(engine)
      await seed(store, items)
      const deps = { ...made.deps, store }
      await plant(store, made)

      const found = await inspect(deps)
      expect(codesOf(found.findings)).toEqual(codes)
      expect(found.passCount).toBe(2)

      const damaged = await everything(store)
      const { repaired } = await repair(deps, found.findings)
      expect(repaired).toHaveLength(codes.length - (left?.length ?? 0))
      expect(codesOf((await inspect(deps)).findings)).toEqual(left ?? [])
      expect(isDeepStrictEqual(await everything(store), damaged)).toBe(repaired.length === 0)
      await close()
    },
  )
}

describe.each(SOME_ENGINES)('doctor on %s', (engine) => {
  describe('where time is booked', () => damageTests(engine, liveIn, DAMAGES))
  describe('where seats, limits and lines run out', () =>
    damageTests(engine, liveInCounts, COUNTED_DAMAGES))
})
