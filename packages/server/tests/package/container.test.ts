import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { SETTING_NAMES } from '../../src/composition/setting-names.ts'
import { deepTest } from '../support/depth.ts'
import { commandOf, stagesOf, textsOf, variablesOf } from './container-files.ts'
import { run, startInstalled } from './installed.ts'

const ROOT = process.cwd()
const [build = [], last = []] = stagesOf(join(ROOT, 'Dockerfile'))
const FILES = ['Dockerfile', 'compose*.yaml', 'deploy/**/*']
const TIMEOUT_MILLISECONDS = 400_000

const documentsOf = (pattern: string): readonly Readonly<Record<string, unknown>>[] =>
  globSync(pattern, { cwd: ROOT }).flatMap((path) =>
    parseAllDocuments(readFileSync(join(ROOT, path), 'utf8')).map(
      // The cast: a document of these files is an object.
      (document) => document.toJS() as Record<string, unknown>,
    ),
  )

test('every setting in the files for containers and services exists', () => {
  const texts = globSync(FILES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const named = new Set(texts.flatMap((text) => text.match(/HOLDFAST_\w+/g) ?? []))
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
})

test('the image runs as an ordinary user, with its data in one folder', () => {
  expect(textsOf(last, 'USER')).toEqual(['1000:1000'])
  expect(textsOf(last, 'VOLUME')).toEqual(['/data'])
  expect(variablesOf(last)).toMatchObject({
    HOLDFAST_DATA_DIR: '/data',
    HOLDFAST_HOST: '0.0.0.0',
  })
})

test('all libraries in the image come from the lock file, and one argument names the image of both stages', () => {
  const npm = [...textsOf(build, 'RUN'), ...textsOf(last, 'RUN')].filter((step) =>
    /\bnp[mx]\b/.test(step),
  )
  expect(npm).toEqual(['npm ci --no-audit --ignore-scripts', 'npm run package -- --to /packed'])
  expect([...textsOf(build, 'FROM'), ...textsOf(last, 'FROM')]).toEqual([
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a Dockerfile.
    '${NODE_IMAGE} AS build',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of a Dockerfile.
    '${NODE_IMAGE}',
  ])
})

const ANALYZE = '/usr/bin/systemd-analyze'
if (existsSync(ANALYZE)) {
  deepTest('systemd accepts the units', async () => {
    const units = globSync('deploy/systemd/*', { cwd: ROOT })
    expect(units.length).toBe(3)
    expect(await run([ANALYZE, 'verify', ...units], { cwd: ROOT })).toEqual({
      exitCode: 0,
      output: '',
    })
  })
}

test('every container has a read-only root, no capabilities and no way to get more', () => {
  for (const { services } of documentsOf('compose*.yaml')) {
    expect((services as Record<string, unknown>).holdfast).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
  }
  const workloads = documentsOf('deploy/kubernetes/*.yaml').filter(({ kind }) =>
    ['Deployment', 'StatefulSet'].includes(String(kind)),
  )
  expect(workloads.length).toBe(2)
  for (const workload of workloads) {
    expect(workload).toMatchObject({
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            securityContext: { runAsNonRoot: true, runAsUser: 1000 },
            containers: [
              {
                readinessProbe: { httpGet: { path: '/readyz' } },
                livenessProbe: { httpGet: { path: '/healthz' } },
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      },
    })
  }
})

/** All files but those that Git ignores, as in a clone. */
const LIST_FILES = ['ls-files', '--cached', '--others', '--exclude-standard']

/** Only root can run a program as another user. */
const ORDINARY_USER = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}

/** The libraries are those of the checkout: `npm ci` would install the same, and takes a minute. */
const isInstall = (step: string): boolean => step.startsWith('npm ci')

/** Makes the `node_modules` of a copy: libraries of this checkout, and the workspaces of the copy. */
async function linkLibraries(copy: string): Promise<void> {
  const workspaces = 'node_modules/@holdfast'
  await mkdir(join(copy, workspaces), { recursive: true })
  for (const path of globSync(['node_modules/{.bin,*}', 'packages/*/node_modules'], {
    cwd: ROOT,
  })) {
    if (path !== workspaces) await symlink(join(ROOT, path), join(copy, path))
  }
  for (const path of globSync(`${workspaces}/*`, { cwd: ROOT })) {
    await symlink(await readlink(join(ROOT, path)), join(copy, path))
  }
}

deepTest(
  'the steps of the Dockerfile make a server that an ordinary user runs, and its health check tells when it is up',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-container-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    const here = (text: string): string =>
      text.replaceAll(/(?<![\w/.])\/(source|packed|app|data)\b/g, join(folder, '$1'))
    const source = here('/source')
    expect(textsOf(build, 'COPY')).toEqual(['. .'])
    const files = execFileSync('git', LIST_FILES, { cwd: ROOT, encoding: 'utf8' })
    for (const path of files.trim().split('\n')) {
      await mkdir(dirname(join(source, path)), { recursive: true })
      await cp(join(ROOT, path), join(source, path)).catch(() => undefined)
    }
    await linkLibraries(source)
    for (const step of textsOf(build, 'RUN').filter((text) => !isInstall(text))) {
      const env = { npm_config_cache: join(folder, 'cache') }
      const done = await run(['sh', '-c', here(step)], { cwd: source, env })
      expect(done.exitCode, `${step}\n${done.output}`).toBe(0)
    }
    await chmod(folder, 0o755)
    await chmod(here('/data'), 0o777)
    const command = [...commandOf(last, 'ENTRYPOINT'), ...commandOf(last, 'CMD')].map(here)
    const env = Object.fromEntries(
      Object.entries(variablesOf(last)).map(([name, value]) => [name, here(value)]),
    )
    const server = await startInstalled([process.execPath, ...command.slice(1)], {
      cwd: here('/data'),
      env: { ...env, HOLDFAST_HOST: '127.0.0.1' },
      user: ORDINARY_USER,
    })
    const { port } = new URL(server.url)
    const check = () =>
      run([process.execPath, ...commandOf(last, 'HEALTHCHECK').slice(1)], {
        cwd: here('/data'),
        env: { PORT: port },
      })
    expect(await check()).toEqual({ exitCode: 0, output: '' })
    expect(await server.end('SIGTERM')).toBe(0)
    expect(await check()).toEqual({ exitCode: 1, output: '' })
  },
  TIMEOUT_MILLISECONDS,
)
