import { expect, test } from 'vitest'
import { lambdaCredentials } from './lambda-credentials.ts'

test('the credentials and the session token come from the environment of Lambda', async () => {
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

test('the error for missing credentials names the variables', () => {
  expect(() => lambdaCredentials({})).toThrow(
    'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set. Lambda sets both.',
  )
})
