import { expect, test } from 'vitest'
import { publicUrlOf, readAwsSettings } from './settings.ts'

const REQUIRED = { AWS_REGION: 'eu-central-1', HOLDFAST_DYNAMODB_TABLE: 'holdfast' }

test.each(Object.keys(REQUIRED))('a function without %s does not start', (name) => {
  expect(() => readAwsSettings({ ...REQUIRED, [name]: '' })).toThrow(
    `${name} is not set. Deploy the stack, which sets it.`,
  )
})

test('a function with only the required settings has no secret, no queue and no pages', () => {
  const settings = readAwsSettings(REQUIRED)
  expect(Object.values(settings.secrets)).toEqual(Array.from({ length: 9 }, () => undefined))
  const { taskQueueUrls, dueQueueUrl, eventBusName, pagesDir } = settings
  expect([dueQueueUrl, eventBusName, pagesDir]).toEqual([undefined, undefined, undefined])
  expect(taskQueueUrls).toEqual({})
})

test('a function wakes only the consumers whose queues it knows', () => {
  const settings = readAwsSettings({
    ...REQUIRED,
    HOLDFAST_MAILS_QUEUE_URL: 'https://sqs/mails',
    HOLDFAST_DELIVERIES_QUEUE_URL: 'https://sqs/deliveries',
  })
  expect(settings.taskQueueUrls).toEqual({
    mails: 'https://sqs/mails',
    deliveries: 'https://sqs/deliveries',
  })
})

test('a function that creates links does not start without a public URL', () => {
  const withUrl = { ...REQUIRED, HOLDFAST_PUBLIC_URL: 'https://book.example.com/' }
  expect(publicUrlOf(readAwsSettings(withUrl))).toBe('https://book.example.com')
  expect(() => publicUrlOf(readAwsSettings(REQUIRED))).toThrow('HOLDFAST_PUBLIC_URL is not set.')
})

test('only a test can let a function connect to private addresses', () => {
  expect(readAwsSettings(REQUIRED).allowPrivateNetwork).toBe(false)
  const test = { ...REQUIRED, HOLDFAST_ALLOW_PRIVATE_NETWORK: '1' }
  expect(readAwsSettings(test).allowPrivateNetwork).toBe(true)
})
