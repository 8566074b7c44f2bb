/** Tests that may be left out under a condition: the file, and why. */
export const CONDITIONAL_TESTS: Readonly<Record<string, string>> = {
  'packages/server/tests/process/failed-start.test.ts':
    'takes permissions away, which needs POSIX and a checkout that another user can read',
  'packages/server/tests/process/full-disk.test.ts':
    'mounts a small disk, which needs Linux with user namespaces',
  'packages/server/tests/telemetry/alerts.test.ts': 'needs promtool (prometheus)',
  'packages/server/tests/docs/samples.test.ts':
    'needs the deep run, and the language of the samples, such as Go',
  'packages/server/tests/pages/browsers/firefox.test.ts': 'needs Firefox (firefox-esr)',
  'packages/server/tests/pages/browsers/webkit.test.ts':
    'needs WebKitGTK with its driver (webkit2gtk-driver), and Xvfb (xvfb)',
  'packages/server/tests/process/reverse-proxies.test.ts': 'needs nginx with openssl, and Caddy',
  'tools/contract/patterns.test.ts': 'compiles the patterns with Python',
  'tools/tz-table/system-files.test.ts': 'compares with zdump and the tz files of the system',
  'packages/server/tests/ports/postgres.test.ts':
    'needs PostgreSQL, whose package is for Linux on x64',
  'packages/server/tests/upgrade/beside-version-2.test.ts':
    'needs the commits of 2.0.0 and 2.1.0, which a shallow clone lacks',
  'packages/server/tests/package/upgrade.test.ts': 'needs the deep run',
  'packages/server/tests/postgres/commits.test.ts':
    'needs PostgreSQL, whose package is for Linux on x64',
  'packages/server/tests/postgres/faults.test.ts':
    'needs the deep run, and PostgreSQL, whose package is for Linux on x64',
  'packages/server/tests/postgres/limits.test.ts':
    'needs the deep run, and PostgreSQL, whose package is for Linux on x64',
  'packages/server/tests/postgres/start.test.ts':
    'needs PostgreSQL, whose package is for Linux on x64',
  'packages/server/tests/postgres/tls.test.ts':
    'needs the deep run, PostgreSQL, whose package is for Linux on x64, and the program openssl',
}
