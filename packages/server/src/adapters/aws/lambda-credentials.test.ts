import { expect, test } from 'vitest'
import { lambdaCredentials } from './lambda-credentials.ts'

test('the credentials are those that Lambda set, with their session', async () => {
  const env = {
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
  }
  expect(await lambdaCredentials(env)()).toEqual({
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret',
    sessionToken: 'session',
  })
  expect(await lambdaCredentials({ ...env, AWS_SESSION_TOKEN: undefined })()).toEqual({
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'secret',
  })
})

test('a function without credentials says which variables it lacks', () => {
  expect(() => lambdaCredentials({})).toThrow(
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set, as Lambda sets them',
  )
})
