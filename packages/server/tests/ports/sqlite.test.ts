import { openTestStore } from '../support/stores.ts'
import { storeSuite } from './store.suite.ts'

storeSuite('SQLite', () => openTestStore('sqlite'))
