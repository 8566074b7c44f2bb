import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../packages/server/src/composition/http/openapi-document.ts'

/** Paths whose requests nobody can get wrong, so that they document no response of 4xx. */
const WITHOUT_4XX = ['/docs', '/healthz', '/openapi.json', '/readyz']

// Three seconds alone, and many times that on a busy machine.
const TIMEOUT_MILLISECONDS = 120_000

const RULES = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'tag-description': 'error',
  'operation-description': 'error',
  // `/v1/event-types/by-slug/{slug}` and `/v1/event-types/{id}/slots`: no id is `by-slug`.
  'no-ambiguous-paths': 'off',
} as const

test(
  'Redocly finds no fault in the document, nor in its examples',
  async () => {
    const config = await createConfig({ extends: ['recommended'], rules: RULES })
    const source = await openApiDocument()
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    const found = problems.map(({ ruleId, message, location }) => {
      const [place] = location
      return `${ruleId}: ${message} ${place?.pointer}`
    })
    const expected = WITHOUT_4XX.map(
      (path) => `#/paths/${path.replaceAll('/', '~1')}/get/responses`,
    )
    const missing4xx = found.filter((line) => line.startsWith('operation-4xx-response'))
    expect(missing4xx.map((line) => line.split(' ').at(-1)).sort()).toEqual(expected)
    expect(found.filter((line) => !missing4xx.includes(line))).toEqual([])
  },
  TIMEOUT_MILLISECONDS,
)
