interface Texts {
  /** Names the frame and the dialog, and is the text of the button. */
  readonly book: string
  readonly close: string
}

const ENGLISH: Texts = { book: 'Book a time', close: 'Close' }

const TEXTS: Readonly<Record<string, Texts>> = {
  de: { book: 'Termin buchen', close: 'Schließen' },
  fr: { book: 'Réserver un horaire', close: 'Fermer' },
  es: { book: 'Reservar una hora', close: 'Cerrar' },
  it: { book: 'Prenota un orario', close: 'Chiudi' },
  nl: { book: 'Een tijd boeken', close: 'Sluiten' },
  pt: { book: 'Reservar um horário', close: 'Fechar' },
  pl: { book: 'Zarezerwuj termin', close: 'Zamknij' },
  tr: { book: 'Randevu alın', close: 'Kapat' },
  ja: { book: '時間を予約する', close: '閉じる' },
  ar: { book: 'حجز موعد', close: 'إغلاق' },
}

/** The texts in the language of a tag, such as `de-AT`; English if the pages do not have it. */
export const textsIn = (language: string): Texts =>
  TEXTS[language.toLowerCase().split('-')[0] ?? ''] ?? ENGLISH
