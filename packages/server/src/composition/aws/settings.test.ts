import { expect, test } from 'vitest'
import { publicUrlOf, readAwsSettings } from './settings.ts'

const LEAST = { AWS_REGION: 'eu-central-1', HOLDFAST_DYNAMODB_TABLE: 'holdfast' }

test.each(Object.keys(LEAST))('a function without %s does not start', (name) => {
  expect(() => readAwsSettings({ ...LEAST, [name]: '' })).toThrow(
    `${name} must be set on AWS; the stack sets it`,
  )
})

test('a function that was given nothing else has no secret, no queue and no pages', () => {
  const settings = readAwsSettings(LEAST)
  expect(Object.values(settings.secrets)).toEqual(Array.from({ length: 7 }, () => undefined))
  expect([settings.deliveriesQueueUrl, settings.eventBusName, settings.pagesDir]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('a function that writes links needs to know how they begin', () => {
  const withUrl = { ...LEAST, HOLDFAST_PUBLIC_URL: 'https://book.example.com/' }
  expect(publicUrlOf(readAwsSettings(withUrl))).toBe('https://book.example.com')
  expect(() => publicUrlOf(readAwsSettings(LEAST))).toThrow('HOLDFAST_PUBLIC_URL must be set')
})

test('a function reaches no address that is not public, unless a test lets it', () => {
  expect(readAwsSettings(LEAST).allowPrivateNetwork).toBe(false)
  const test = { ...LEAST, HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' }
  expect(readAwsSettings(test).allowPrivateNetwork).toBe(true)
})
