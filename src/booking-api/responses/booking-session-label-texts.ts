/**
 * The texts of a booking form, by label key: English, French, German.
 * @source facts "Label keys of initialise" (the keys; the texts are our own)
 */
import type { Language } from '../../booking-contract/shared/language.ts'

type Row = readonly [en: string, fr: string, de: string]

/** Key to text; the order is that of the answer. */
export const LABEL_ROWS = {
  HARRIVALDATE: ['Arrival', 'Arrivée', 'Anreise'],
  HDEPARTUREDATE: ['Departure', 'Départ', 'Abreise'],
  BOOKINGHEADER: ['Your booking', 'Votre réservation', 'Ihre Buchung'],
  ADDRESSHEADER: ['Your address', 'Votre adresse', 'Ihre Anschrift'],
  HEXTITLE: ['Extras', 'Suppléments', 'Zusatzleistungen'],
  REQUIREDTEXT: [
    'Fields with a star are needed',
    'Les champs marqués d’une étoile sont obligatoires',
    'Felder mit Stern werden benötigt',
  ],
  BILLING_ROOM: ['Per night', 'Par nuit', 'Pro Nacht'],
  BILLING_ROOMTOTAL: ['Accommodation', 'Hébergement', 'Unterkunft'],
  BILLING_EXTRAS: ['Extras in all', 'Total des suppléments', 'Zusatzleistungen gesamt'],
  BILLING_TAX: ['Tax', 'Taxes', 'Steuer'],
  BILLING_DISCOUNT: ['Discount', 'Remise', 'Nachlass'],
  BILLING_TOTAL: ['Total, tax included', 'Total, taxes comprises', 'Gesamt inklusive Steuer'],
  DEPOSIT: ['Deposit', 'Acompte', 'Anzahlung'],
  BILLING_TOTALINPARTY: ['Guests', 'Voyageurs', 'Gäste'],
  AJAXFORM_PARTICULARS: ['The stay', 'Le séjour', 'Der Aufenthalt'],
  AJAXFORM_PARTICULARS_DESC: [
    'When do you come and go?',
    'Quand arrivez-vous, quand partez-vous ?',
    'Wann reisen Sie an und ab?',
  ],
  AJAXFORM_AVAILABLE: ['Availability', 'Disponibilités', 'Verfügbarkeit'],
  AJAXFORM_ADDRESS: ['Your details', 'Vos coordonnées', 'Ihre Angaben'],
  AJAXFORM_ADDRESS_DESC: [
    'Who is coming? Fields with a star are needed',
    'Qui vient ? Les champs marqués d’une étoile sont obligatoires',
    'Wer kommt? Felder mit Stern werden benötigt',
  ],
  AJAXFORM_AVAILABLEROOMS: ['Rooms that are free', 'Chambres libres', 'Freie Zimmer'],
  AJAXFORM_SELECTEDROOMS: ['Your rooms', 'Vos chambres', 'Ihre Zimmer'],
  AJAXFORM_AVAILABLE_DESC: [
    'Choose one room or several',
    'Choisissez une ou plusieurs chambres',
    'Wählen Sie ein oder mehrere Zimmer',
  ],
  AJAXFORM_INSTRUCTIONS: [
    'Choose dates, guests and rooms, then tell us who you are',
    'Choisissez dates, voyageurs et chambres, puis présentez-vous',
    'Wählen Sie Tage, Gäste und Zimmer, dann sagen Sie uns, wer Sie sind',
  ],
  ACCOMMODATION_TOTAL: ['Accommodation in all', 'Hébergement, total', 'Unterkunft gesamt'],
  ACCOMMODATION_NIGHTS: ['nights at', 'nuits à', 'Nächte zu je'],
  ACCOMMODATION_PERROOM: ['per night', 'par nuit', 'pro Nacht'],
  PRICE_SUMMARY: ['Your price', 'Votre prix', 'Ihr Preis'],
  ERRORBACKGROUNDCOLOUR: ['#fde2e1', '#fde2e1', '#fde2e1'],
  INPUTOKTOBOOK_BACKGROUND: ['#dff3e4', '#dff3e4', '#dff3e4'],
  STAYDAYS: ['Nights', 'Nuits', 'Nächte'],
  REVIEW_BOOKING_BUTTON: ['Review the booking', 'Vérifier la réservation', 'Buchung prüfen'],
  CREATE_BOOKING_BUTTON: ['Book now', 'Réserver', 'Jetzt buchen'],
  ROOM_TOTAL_INC_TAX: ['Accommodation with tax', 'Hébergement, taxes comprises', 'Unterkunft mit Steuer'],
  ROOM_TOTAL_EX_TAX: ['Accommodation without tax', 'Hébergement hors taxes', 'Unterkunft ohne Steuer'],
  ROOM_TOTAL_ACCOM_TAX: ['Tax on accommodation', 'Taxes sur l’hébergement', 'Steuer auf die Unterkunft'],
  EXTRAS_TAX: ['Tax on extras', 'Taxes sur les suppléments', 'Steuer auf Zusatzleistungen'],
  _SERVICE_AJAXFORM_BUTTON_OPEN_BOOKINGFORM: ['Start booking', 'Commencer la réservation', 'Buchung beginnen'],
  _SERVICE_AJAXFORM_BUTTON_BACK_TO_PROPERTY_DETAILS: [
    'Back to the property',
    'Retour à l’établissement',
    'Zurück zur Unterkunft',
  ],
  _SERVICE_BOOKINGORM_ROOMTOTAL_BALANCE: ['Still to pay', 'Reste à payer', 'Noch zu zahlen'],
  _SERVICE_BOOKINGORM_ROOMFEATURE_FILTER: [
    'Filter rooms by what they have',
    'Filtrer les chambres par équipement',
    'Zimmer nach Ausstattung filtern',
  ],
  SINGLE_PERSON_SUPPLIMENT: ['Single supplement', 'Supplément chambre individuelle', 'Einzelzuschlag'],
  ESTIMATEWARNING: [
    'An estimate until everything is filled in',
    'Estimation, tant que le formulaire est incomplet',
    'Schätzung, solange nicht alles ausgefüllt ist',
  ],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_FIRSTNAME: ['Your first name is missing', 'Votre prénom manque', 'Ihr Vorname fehlt'],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_SURNAME: ['Your surname is missing', 'Votre nom manque', 'Ihr Nachname fehlt'],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_HOUSENO: ['The house number is missing', 'Le numéro manque', 'Die Hausnummer fehlt'],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_STREET: ['The street is missing', 'La rue manque', 'Die Straße fehlt'],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_TOWN: ['The town is missing', 'La ville manque', 'Der Ort fehlt'],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_REGION: ['The region is missing', 'La région manque', 'Die Region fehlt'],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_POSTCODE: [
    'The postcode is missing',
    'Le code postal manque',
    'Die Postleitzahl fehlt',
  ],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_COUNTRY: ['The country is missing', 'Le pays manque', 'Das Land fehlt'],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_LANDLINE: [
    'The landline number is missing',
    'Le numéro de téléphone fixe manque',
    'Die Festnetznummer fehlt',
  ],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_CELLPHONE: [
    'The mobile number is missing',
    'Le numéro de mobile manque',
    'Die Mobilnummer fehlt',
  ],
  _SERVICE_BOOKINGFORM_MONITORING_REQUIRED_EMAIL: [
    'The e-mail address is missing',
    'L’adresse e-mail manque',
    'Die E-Mail-Adresse fehlt',
  ],
  SERVICE_CHILDREN_BOOKING_FORM_LABEL: ['Children', 'Enfants', 'Kinder'],
  SERVICE_GUEST_BOOKING_FORM_LABEL: ['Adults', 'Adultes', 'Erwachsene'],
  SERVICE_GUEST_BOOKING_FORM_LABELINFO: [
    'Prices are for two adults',
    'Prix pour deux adultes',
    'Preise gelten für zwei Erwachsene',
  ],
  _SERVICE_HLIST_GUESTS: ['Guests', 'Voyageurs', 'Gäste'],
  SERVICE_CITY_TAX_MODEL_PER_NIGHT: ['per night', 'par nuit', 'pro Nacht'],
  SERVICE_CITY_TAX_HEADING: ['City tax', 'Taxe de séjour', 'Kurtaxe'],
  SERVICE_CLEANING_FEE_HEADING: ['Cleaning fee', 'Frais de ménage', 'Endreinigung'],
  SERVICE_BOOKING_FORM_CHILDREN_AGES: ['Ages on the day of arrival', 'Âges au jour de l’arrivée', 'Alter am Anreisetag'],
  SERVICE_GUEST_BOOKING_FORM_LABEL_EXTRA_ADULTS: ['More adults', 'Adultes en plus', 'Weitere Erwachsene'],
  _SERVICE_COM_MR_EB_ARRIVALFIRSTNAME_EXPL: ['First name', 'Prénom', 'Vorname'],
  _SERVICE_COM_MR_EB_ARRIVALSURNAME_EXPL: ['Surname', 'Nom', 'Nachname'],
  _SERVICE_COM_MR_EB_GUEST_SERVICE_HOUSE_EXPL: ['House number', 'Numéro', 'Hausnummer'],
  _SERVICE_COM_MR_EB_GUEST_SERVICE_STREET_EXPL: ['Street', 'Rue', 'Straße'],
  _SERVICE_COM_MR_EB_GUEST_SERVICE_TOWN_EXPL: ['Town', 'Ville', 'Ort'],
  _SERVICE_COM_MR_EB_GUEST_SERVICE_POSTCODE_EXPL: ['Postcode', 'Code postal', 'Postleitzahl'],
  _SERVICE_COM_MR_EB_GUEST_SERVICE_MOBILE_EXPL: ['Mobile number', 'Mobile', 'Mobilnummer'],
  _SERVICE_COM_MR_EB_GUEST_SERVICE_EMAIL_EXPL: ['E-mail', 'E-mail', 'E-Mail'],
  _SERVICE_COM_MR_EB_ROOM_BOOKINGSPECIALREQ: ['Your wishes', 'Vos souhaits', 'Ihre Wünsche'],
  _SERVICE_COM_MR_VRCT_PROPERTY_HEADER_COUNTRY: ['Country', 'Pays', 'Land'],
  _SERVICE_COM_MR_VRCT_PROPERTY_HEADER_REGION: ['Region', 'Région', 'Region'],
  LABEL_ADULTS: ['Adults', 'Adultes', 'Erwachsene'],
  LABEL_CHILDREN: ['Children', 'Enfants', 'Kinder'],
  COMMON_PLACEHOLDER_PROPERTYNAME: ['Harbour House', 'Maison du Port', 'Haus am Hafen'],
  COMMON_PLACEHOLDER_FIRSTNAME: ['Robin', 'Camille', 'Robin'],
  COMMON_PLACEHOLDER_SURNAME: ['Winter', 'Lefèvre', 'Winter'],
  COMMON_PLACEHOLDER_HOUSENUMBER: ['7', '7', '7'],
  COMMON_PLACEHOLDER_STREET: ['Mill Lane', 'rue du Moulin', 'Mühlweg'],
  COMMON_PLACEHOLDER_TOWN: ['Westby', 'Valmer', 'Neuhafen'],
  COMMON_PLACEHOLDER_LANDLINE: ['0100 200 300', '01 00 20 03 00', '0100 200300'],
  COMMON_PLACEHOLDER_MOBILE: ['0700 200 300', '06 00 20 03 00', '0170 200300'],
  COMMON_PLACEHOLDER_EMAIL: ['robin@post.example', 'camille@courriel.example', 'robin@post.example'],
  COMMON_PLACEHOLDER_POSTCODE: ['WB1 2AB', '29000', '20095'],
  _PN_NEXT: ['Next', 'Suivant', 'Weiter'],
  SERVICE_POLICIES_CHILDREN_CHARGE_MODEL_PER_NIGHT: ['per child and night', 'par enfant et par nuit', 'je Kind und Nacht'],
  SERVICE_POLICIES_CHILDREN_CHARGE_MODEL_PER_STAY: ['per child and stay', 'par enfant et par séjour', 'je Kind und Aufenthalt'],
  _SERVICE_FRONT_TARIFFS_PPPN: [' per person and night', ' par personne et par nuit', ' pro Person und Nacht'],
  _SERVICE_FRONT_TARIFFS_PN: [' per night', ' par nuit', ' pro Nacht'],
  _SERVICE_COM_MR_VIEWBOOKINGS_ARRIVAL: ['Arrives', 'Arrive le', 'Reist an'],
  _SERVICE_COM_MR_VIEWBOOKINGS_DEPARTURE: ['Leaves', 'Part le', 'Reist ab'],
  _SERVICE_FRONT_MR_BOOKINGMADE: [
    'Thank you, we have your booking',
    'Merci, nous avons votre réservation',
    'Danke, wir haben Ihre Buchung',
  ],
  _SERVICE_BOOKING_NUMBER: ['Booking number', 'Numéro de réservation', 'Buchungsnummer'],
  COMMON_CLOSE: ['Close', 'Fermer', 'Schließen'],
  _SERVICE_FRONT_TARIFFS_TITLE: ['Tariff', 'Tarif', 'Tarif'],
  _SERVICE_COM_MR_VRCT_TAB_ROOM: ['Rooms', 'Chambres', 'Zimmer'],
  _SERVICE_COM_MR_VRCT_ROOM_HEADER_TYPE: ['Room type', 'Type de chambre', 'Zimmerart'],
} as const satisfies Readonly<Record<string, Row>>

export type LabelKey = keyof typeof LABEL_ROWS

/** Texts that stand in the place of a label under some setting. */
export const OTHER_ROWS = {
  pickUp: ['Pick-up', 'Retrait', 'Abholung'],
  lengthOfStay: ['How long', 'Durée', 'Dauer'],
  wholePlace: ['Choose your days', 'Choisissez vos dates', 'Wählen Sie Ihre Tage'],
  wholePlaceSteps: [
    'Choose dates and guests, then tell us who you are',
    'Choisissez dates et voyageurs, puis présentez-vous',
    'Wählen Sie Tage und Gäste, dann sagen Sie uns, wer Sie sind',
  ],
  perPerson: ['Per person, ', 'Par personne, ', 'Pro Person, '],
  reviewRequest: ['Review the request', 'Vérifier la demande', 'Anfrage prüfen'],
} as const satisfies Readonly<Record<string, Row>>

/** What extras are charged by, by the number of the model. */
export const EXTRA_MODEL_ROWS = {
  1: ['per week', 'par semaine', 'pro Woche'],
  2: ['per day', 'par jour', 'pro Tag'],
  3: ['per booking', 'par réservation', 'pro Buchung'],
  4: ['per person', 'par personne', 'pro Person'],
  5: ['per person and day', 'par personne et par jour', 'pro Person und Tag'],
  6: ['per person and week', 'par personne et par semaine', 'pro Person und Woche'],
  7: ['per day, for a least number of days', 'par jour, avec un minimum de jours', 'pro Tag, mindestens einige Tage'],
  8: ['per day and room', 'par jour et par chambre', 'pro Tag und Zimmer'],
  9: ['per room', 'par chambre', 'pro Zimmer'],
  100: ['a share of the room price', 'une part du prix de la chambre', 'ein Anteil am Zimmerpreis'],
} as const satisfies Readonly<Record<number, Row>>

const COLUMNS: Readonly<Record<Language, 0 | 1 | 2>> = { 'en-GB': 0, 'fr-FR': 1, 'de-DE': 2 }

export const textInLanguage = (row: Row, language: Language): string => row[COLUMNS[language]]
