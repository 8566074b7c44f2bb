import { describe } from 'vitest'
import { HAS_WEBKIT, startWebKit } from '../../support/browsers/webkit.ts'
import { playJourneys } from './journeys.ts'

describe.skipIf(!HAS_WEBKIT)('in WebKit', () => playJourneys(startWebKit, 'one'))
