import { describe } from 'vitest'
import { startChromium } from '../../support/browsers/chromium.ts'
import { playJourneys } from './journeys.ts'

describe('in Chromium', () => playJourneys(startChromium, 'all'))
