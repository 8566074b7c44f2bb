import { IS_DEEP } from './depth.ts'
import { ALL_ENGINES, type Engine, whyMissing } from './known-engines.ts'

/**
 * The engine that `HOLDFAST_TEST_ENGINE` names: every suite that takes an engine runs on it alone. Throws if the engine
 * cannot run, because a suite on another engine would show nothing.
 */
function chosenEngine(): Engine | undefined {
  const name = process.env.HOLDFAST_TEST_ENGINE
  if (name === undefined) return undefined
  const engine = ALL_ENGINES.find((each) => each === name)
  if (engine === undefined) {
    throw new Error(`HOLDFAST_TEST_ENGINE is "${name}". Use ${ALL_ENGINES.join(', ')}.`)
  }
  const missing = whyMissing(engine)
  if (missing !== undefined) throw new Error(`HOLDFAST_TEST_ENGINE is "${name}", but ${missing}.`)
  return engine
}

/** The engine that the whole run is about. Undefined: each suite has engines of its own. */
export const CHOSEN_ENGINE: Engine | undefined = chosenEngine()

const only: readonly Engine[] | undefined = CHOSEN_ENGINE && [CHOSEN_ENGINE]

/** The engines of suites that compare engines. */
export const ENGINES: readonly Engine[] = only ?? ['sqlite', 'dynamodb']

const drawn: Engine =
  ENGINES.find((engine) => engine === process.env.HOLDFAST_TEST_DRAW) ??
  (Math.random() < 0.5 ? 'sqlite' : 'dynamodb')

/**
 * The engines of a suite whose subject is above the store, which has a suite of its own for each. The usual run draws
 * one, or takes the one that `HOLDFAST_TEST_DRAW` names. The deep run has both.
 */
export const SOME_ENGINES: readonly Engine[] = only ?? (IS_DEEP ? ENGINES : [drawn])

/**
 * As `SOME_ENGINES`, but the usual run takes the engine that was not drawn. Half of the races and half of the crashes use
 * it, so that every run has both kinds on both engines.
 */
export const OTHER_ENGINES: readonly Engine[] =
  only ?? (IS_DEEP ? ENGINES : ENGINES.filter((engine) => engine !== drawn))

/** The engines that claims run on: as `SOME_ENGINES`, and the deep run has PostgreSQL too, where its package is installed. */
export const RACE_ENGINES: readonly Engine[] =
  IS_DEEP && only === undefined && whyMissing('postgres') === undefined
    ? [...ENGINES, 'postgres']
    : SOME_ENGINES

/** The engine of a test that needs any store: SQLite, the fastest, unless another is chosen. */
export const USUAL_ENGINE: Engine = CHOSEN_ENGINE ?? 'sqlite'
