/** Sends a calendar file to a server with an account's key, as a channel's job does. */
export async function sendCalendarFile(
  url: string,
  apiKey: string,
  path: string,
  file: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const sent = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'text/calendar' },
    body: file,
  })
  return { status: sent.status, text: await sent.text() }
}
