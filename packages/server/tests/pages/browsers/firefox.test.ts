import { describe } from 'vitest'
import { HAS_FIREFOX, startFirefox } from '../../support/browsers/firefox.ts'
import { playJourneys } from './journeys.ts'

describe.skipIf(!HAS_FIREFOX)('in Firefox', () => playJourneys(startFirefox, 'one'))
