import { expect, test } from 'vitest'
import { publishing } from './publishing.ts'

const OF_GITHUB = {
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'example/holdfast',
}

test('a package that CI builds names its repository, and is published with proof', () => {
  expect(publishing('packages/client', OF_GITHUB)).toEqual({
    repository: {
      type: 'git',
      url: 'git+https://github.com/example/holdfast.git',
      directory: 'packages/client',
    },
    publishConfig: { access: 'public', provenance: true },
  })
  const ofGitLab = { CI_PROJECT_URL: 'https://gitlab.com/example/holdfast' }
  expect(publishing('packages/react', ofGitLab)).toMatchObject({
    repository: { url: 'git+https://gitlab.com/example/holdfast.git' },
    publishConfig: { provenance: true },
  })
})

test('a package that a person builds names none, because npm could prove nothing', () => {
  expect(publishing('packages/client', {})).toEqual({ publishConfig: { access: 'public' } })
})
