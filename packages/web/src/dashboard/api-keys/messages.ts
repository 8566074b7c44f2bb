import { catalogue } from '../../shared/language.ts'

export const apiKeyMessages = catalogue({
  en: {
    title: 'API keys',
    lead: 'Each opens the whole account. Give every system its own, so that one can be revoked alone.',
    add: 'New key',
    name: 'Name',
    nameHint: 'What it is for, so that you know it again.',
    ends: (hint: string) => `ends with ${hint}`,
    since: (when: string) => `since ${when}`,
    own: 'You are signed in with it',
    revoke: 'Revoke',
    revokeTitle: 'Revoke this key?',
    revokeText:
      'Whoever uses it is refused from then on, sign-ins with it end, and it cannot be brought back.',
    revoked: 'Key revoked',
    secretTitle: 'Your new key',
    secretText:
      'It is shown this once; the server keeps only its hash. Store it where secrets belong.',
  },
  de: {
    title: 'API-Schlüssel',
    lead: 'Jeder öffnet das ganze Konto. Geben Sie jedem System seinen eigenen, damit man ihn einzeln widerrufen kann.',
    add: 'Neuer Schlüssel',
    name: 'Name',
    nameHint: 'Wofür er ist, damit Sie ihn wiedererkennen.',
    ends: (hint: string) => `endet auf ${hint}`,
    since: (when: string) => `seit ${when}`,
    own: 'Damit sind Sie angemeldet',
    revoke: 'Widerrufen',
    revokeTitle: 'Diesen Schlüssel widerrufen?',
    revokeText:
      'Wer ihn benutzt, wird abgewiesen, Anmeldungen damit enden, und er kommt nicht zurück.',
    revoked: 'Schlüssel widerrufen',
    secretTitle: 'Ihr neuer Schlüssel',
    secretText:
      'Er wird nur dieses eine Mal gezeigt; der Server behält nur seinen Hash. Verwahren Sie ihn gut.',
  },
})
