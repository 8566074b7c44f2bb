import { describe } from 'vitest'
import { POSTGRES_MISSING } from '../support/postgres.ts'
import { openTestStore } from '../support/stores.ts'
import { storeSuite } from './store.suite.ts'

describe.skipIf(POSTGRES_MISSING !== undefined)(
  `PostgreSQL${POSTGRES_MISSING ? ` (skipped: ${POSTGRES_MISSING})` : ''}`,
  () => {
    storeSuite('PostgreSQL', () => openTestStore('postgres'))
  },
)
