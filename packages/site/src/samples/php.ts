import { type SampleRequest, targetOf } from './sample-request.ts'

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** A value as PHP. */
export function phpLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return String(value ?? null)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const entries = isList
    ? value.map((each) => phpLiteral(each, inner))
    : Object.entries(value).map(([name, each]) => `${quoted(name)} => ${phpLiteral(each, inner)}`)
  // An empty array would become a list in JSON.
  if (entries.length === 0) return isList ? '[]' : 'new stdClass()'
  const line = `[${entries.join(', ')}]`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `[\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}]`
}

/** The request with the extension curl, which PHP ships with. */
export function phpSample(request: SampleRequest): string {
  const { method, credential, headers, body, file, isStream } = request
  const type = body === undefined ? file?.mediaType : 'application/json'
  const sent = [
    ...(credential === undefined ? [] : [`'Authorization: Bearer ' . getenv('${credential}')`]),
    ...(type === undefined ? [] : [quoted(`Content-Type: ${type}`)]),
    ...Object.entries(headers).map(([name, value]) => quoted(`${name}: ${value}`)),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(sent.length === 0 ? [] : [`CURLOPT_HTTPHEADER => [${sent.join(', ')}]`]),
    ...(body === undefined
      ? []
      : [`CURLOPT_POSTFIELDS => json_encode(${phpLiteral(body, '    ')})`]),
    ...(file === undefined
      ? []
      : [
          `CURLOPT_POSTFIELDS => ${file.name === undefined ? JSON.stringify(file.text) : `file_get_contents(${quoted(file.name)})`}`,
        ]),
    ...(isStream
      ? [
          'CURLOPT_WRITEFUNCTION => function ($_, $part) {\n        echo $part;\n        return strlen($part);\n    }',
        ]
      : ['CURLOPT_RETURNTRANSFER => true']),
  ]
  return `<?php
$call = curl_init(getenv('HOLDFAST_URL') . ${quoted(targetOf(request))});
curl_setopt_array($call, [
${options.map((option) => `    ${option},\n`).join('')}]);
$answer = curl_exec($call);
if ($answer === false) {
    throw new RuntimeException(curl_error($call));
}${isStream ? '' : '\necho $answer;'}`
}
