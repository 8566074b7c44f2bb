import { catalog } from '../../shared/language.ts'

/** The texts of the page about one's own sign-in. */
export const ownMessages = catalog({
  en: {
    title: 'Your sign-in',
    lead: (name: string, email: string) => `${name} · ${email}`,
    passkeys: 'Passkeys',
    passkeysLead:
      'Sign in with your fingerprint, face or screen lock instead of waiting for an email.',
    noPasskeysTitle: 'No passkeys yet',
    addPasskey: 'Add passkey',
    passkeyName: 'Name',
    passkeyNameHint: 'Where the passkey is stored, such as Work laptop.',
    passkeyAdded: 'Passkey added',
    rename: 'Rename',
    renameTitle: 'Rename passkey',
    renamed: 'Passkey renamed',
    passkeyCancelled: 'No passkey was created. Try again.',
    unsupportedAtIp: 'Passkeys need a domain. This page was opened at an IP address.',
    unsupported: "This browser can't create passkeys. Open this page in another browser or device.",
    addedOn: (when: string) => `added ${when}`,
    lastUsed: (when: string) => `last used ${when}`,
    neverUsed: 'never used',
    deletePasskeyTitle: 'Delete this passkey?',
    deletePasskey:
      "It can't sign in anymore. Delete it in your password manager too. You can still sign in with a link.",
    passkeyDeleted: 'Passkey deleted',
    sessions: 'Where you are signed in',
    sessionsLead: "End a session if you don't recognize it or no longer use the device.",
    thisSession: 'This browser',
    device: (name: string) => name,
    methods: {
      key: 'API key',
      link: 'Email link',
      passkey: 'Passkey',
      setup: 'Setup link',
    },
    signedInOn: (when: string) => `signed in ${when}`,
    lastSeen: (when: string) => `last active ${when}`,
    end: 'End session',
    endTitle: 'End this session?',
    endText: 'That device is signed out immediately.',
    ended: 'Session ended',
    keyOnly: 'You are signed in with an API key, which has no sign-in of its own.',
  },
  de: {
    title: 'Ihre Anmeldung',
    lead: (name: string, email: string) => `${name} · ${email}`,
    passkeys: 'Passkeys',
    passkeysLead:
      'Melden Sie sich per Fingerabdruck, Gesicht oder Displaysperre an, statt auf eine E-Mail zu warten.',
    noPasskeysTitle: 'Noch keine Passkeys',
    addPasskey: 'Passkey hinzufügen',
    passkeyName: 'Name',
    passkeyNameHint: 'Wo der Passkey gespeichert ist, zum Beispiel Arbeitslaptop.',
    passkeyAdded: 'Passkey hinzugefügt',
    rename: 'Umbenennen',
    renameTitle: 'Passkey umbenennen',
    renamed: 'Passkey umbenannt',
    passkeyCancelled: 'Es wurde kein Passkey angelegt. Versuchen Sie es noch einmal.',
    unsupportedAtIp:
      'Passkeys brauchen eine Domain. Diese Seite wurde unter einer IP-Adresse geöffnet.',
    unsupported:
      'Dieser Browser kann keine Passkeys anlegen. Öffnen Sie diese Seite in einem anderen Browser oder auf einem anderen Gerät.',
    addedOn: (when: string) => `hinzugefügt ${when}`,
    lastUsed: (when: string) => `zuletzt verwendet ${when}`,
    neverUsed: 'nie verwendet',
    deletePasskeyTitle: 'Diesen Passkey löschen?',
    deletePasskey:
      'Mit ihm kann sich niemand mehr anmelden. Löschen Sie ihn auch in Ihrem Passwortmanager. Per Link können Sie sich weiter anmelden.',
    passkeyDeleted: 'Passkey gelöscht',
    sessions: 'Wo Sie angemeldet sind',
    sessionsLead:
      'Beenden Sie eine Sitzung, die Sie nicht erkennen oder deren Gerät Sie nicht mehr verwenden.',
    thisSession: 'Dieser Browser',
    // The server names devices in English: "Firefox on Windows".
    device: (name: string) =>
      name === 'Unknown device' ? 'Unbekanntes Gerät' : name.replace(' on ', ' unter '),
    methods: {
      key: 'API-Schlüssel',
      link: 'Link per E-Mail',
      passkey: 'Passkey',
      setup: 'Einrichtungslink',
    },
    signedInOn: (when: string) => `angemeldet ${when}`,
    lastSeen: (when: string) => `zuletzt aktiv ${when}`,
    end: 'Sitzung beenden',
    endTitle: 'Diese Sitzung beenden?',
    endText: 'Das Gerät wird sofort abgemeldet.',
    ended: 'Sitzung beendet',
    keyOnly: 'Sie sind mit einem API-Schlüssel angemeldet, der keine eigene Anmeldung hat.',
  },
})
