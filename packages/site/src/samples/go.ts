import { type SampleRequest, targetOf } from './sample-request.ts'

/** A text as a raw string of Go, or as a quoted one if it has a backtick. */
const raw = (text: string): string => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``)

/** The request as a program of Go with its standard library. */
export function goSample(request: SampleRequest): string {
  const { method, credential, headers, body, file } = request
  const text = body === undefined ? file?.text : JSON.stringify(body, null, 2)
  const type = body === undefined ? file?.mediaType : 'application/json'
  const sent = [
    ...(credential === undefined
      ? []
      : [`\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("${credential}"))`]),
    ...Object.entries({ ...(type !== undefined && { 'Content-Type': type }), ...headers }).map(
      ([name, value]) => `\trequest.Header.Set("${name}", ${JSON.stringify(value)})`,
    ),
  ]
  const isRead = file?.name !== undefined
  const imports = ['io', 'net/http', 'os', ...(text === undefined || isRead ? [] : ['strings'])]
  const content = isRead ? 'file' : text === undefined ? 'nil' : `strings.NewReader(${raw(text)})`
  const opened = isRead
    ? `\tfile, err := os.Open("${file.name}")\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tdefer file.Close()\n`
    : ''
  return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join('')})

func main() {
${opened}\trequest, err := http.NewRequest("${method}", os.Getenv("HOLDFAST_URL")+${JSON.stringify(targetOf(request))}, ${content})
\tif err != nil {
\t\tpanic(err)
\t}
${sent.map((line) => `${line}\n`).join('')}\tresponse, err := http.DefaultClient.Do(request)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer response.Body.Close()
\tio.Copy(os.Stdout, response.Body)
}`
}
