import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { Arrivals } from './arrivals.ts'
import { ownPort } from './own-port.ts'

/** An email that was received completely, whatever the response was. */
export interface ReceivedMail {
  readonly messageId: string
  readonly to: readonly string[]
  /** The display names in `To`; empty where there is none. */
  readonly toNames: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Its calendar parts, as text. */
  readonly calendars: readonly string[]
  readonly answered: SmtpBehaviour
}

/** How the server responds to emails: with 250, with another code, or not at all. */
export type SmtpBehaviour = number | 'silence'

/** An SMTP server on a real socket. */
export interface SmtpReceiver {
  readonly url: string
  readonly mails: Arrivals<ReceivedMail>
  /** Sets the response to all further emails. Default: 250. */
  behave(behaviour: SmtpBehaviour): void
  /** Lets further emails to an address be refused as one that is unknown. */
  refuse(address: string): void
  /** Stops listening and cuts connections. */
  goDown(): Promise<void>
  /** Listens again, on the same port. */
  comeUp(): Promise<void>
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const TAKEN = 250

async function takeApart(raw: Buffer): Promise<Omit<ReceivedMail, 'to' | 'answered'>> {
  const {
    messageId = '',
    subject = '',
    text = '',
    html = '',
    to = [],
    attachments,
  } = await PostalMime.parse(raw)
  const calendars = attachments
    .filter(({ mimeType }) => mimeType === 'text/calendar')
    .map(({ content }) =>
      typeof content === 'string' ? content : new TextDecoder().decode(content),
    )
  return { messageId, toNames: to.map(({ name }) => name ?? ''), subject, text, html, calendars }
}

/** Starts a server that accepts every email until a test sets another response. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const mails = new Arrivals<ReceivedMail>()
  let behaviour: SmtpBehaviour = TAKEN
  const onData: SMTPServerOptions['onData'] = (stream, session, callback) => {
    const to = session.envelope.rcptTo.map(({ address }) => address)
    const take = async () => {
      const parts = await takeApart(await buffer(stream))
      const answered = behaviour
      mails.add({ ...parts, to, answered })
      if (answered === TAKEN) callback()
      else if (answered !== 'silence') {
        callback(Object.assign(new Error('as told'), { responseCode: answered }))
      }
    }
    // A sender that was killed in the middle of an email has not sent it.
    take().catch((error: unknown) => callback(error as Error))
  }
  const unknown = new Set<string>()
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, callback) => {
    if (!unknown.has(address)) callback()
    else callback(Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 }))
  }
  let server: SMTPServer | undefined
  const listen = async (port: number): Promise<number> => {
    const starting = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      // A stop breaks open connections at once, like an outage.
      closeTimeout: 1,
      onRcptTo,
      onData,
    })
    // A killed sender breaks its connections; that is not an error.
    starting.on('error', () => undefined)
    starting.listen(port, HOST)
    await once(starting.server, 'listening')
    server = starting
    return (starting.server.address() as AddressInfo).port
  }
  const stop = async () => {
    const stopping = server
    server = undefined
    if (stopping) await new Promise<void>((resolve) => stopping.close(resolve))
  }
  // Reserved even while the server is down, so that no other process answers there.
  const port = await listen(await ownPort())
  return {
    url: `smtp://${HOST}:${port}`,
    mails,
    behave(next) {
      behaviour = next
    },
    refuse(address) {
      unknown.add(address)
    },
    goDown: stop,
    async comeUp() {
      await listen(port)
    },
    close: stop,
  }
}
