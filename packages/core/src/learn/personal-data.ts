/** Words of parameter names whose values say who or where a person is. */
const PERSONAL_WORDS = new Set(
  [
    'email mail correo phone telephone tel telefono mobile movil handy fax whatsapp',
    'user username login nick nickname usuario benutzer surname firstname lastname fullname forename apellido apellidos nombre vorname nachname',
    'dni nie nif cif ssn passport pasaporte iban bic card creditcard cc taxid',
    'birthday birthdate birth dob nacimiento geburtstag geburtsdatum age edad',
    'address addr direccion adresse street calle zip zipcode postcode postal plz cp',
    'lat lon lng latitude longitude latlng latlon coords geo ip ipaddress',
    'patient customer member employee',
  ]
    .join(' ')
    .split(' '),
)

/** Whose name it is: `product_name` is not personal. */
const OWNERS = new Set(
  'first last full given family middle sur real display nick user contact guest member customer patient'.split(' '),
)

/** Whether a parameter of this name holds personal data: `email`, `user_id`, `billingAddress`, `first-name`. */
export function isPersonalName(name: string): boolean {
  const words = name
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  if (words.some((word) => PERSONAL_WORDS.has(word))) return true
  return words.includes('name') && (words.length === 1 || words.some((word) => OWNERS.has(word)))
}

const EMAIL = /[^\s/?#&=:;,<>"@]+@[^\s/?#&=:;,<>"@]+\.[a-z]{2,}/i
/** National numbers: Spanish DNI and NIE, US social security, IBAN, and cards in groups of four. */
const IDENTITY = [
  /(?<![a-z0-9])(?:\d{8}|[xyz]-?\d{7})-?[a-z](?![a-z0-9])/i,
  /(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)/,
  /(?<![a-z0-9])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]{4}){2,7}(?:[ -]?[a-z0-9]{1,4})?(?![a-z0-9])/i,
  /(?<!\d)\d{4}(?:[ -]\d{4}){2,}(?!\d)/,
]
const PHONE = /(?<![\w.])(?:\+|00)?\(?\d{1,4}\)?(?:[ .-]\(?\d{2,4}\)?){2,5}(?![\w.])/
const COORDINATES = /-?\d{1,3}\.\d{3,},\s*-?\d{1,3}\.\d{3,}/
const LEAST_PHONE_DIGITS = 9

/** Whether a text holds an e-mail address, phone number, identity number or position. */
export function isPersonalValue(text: string): boolean {
  return EMAIL.test(text) || COORDINATES.test(text) || isPhone(text) || IDENTITY.some((shape) => shape.test(text))
}

function isPhone(text: string): boolean {
  const [phone] = PHONE.exec(text) ?? /\+\d{9,}/.exec(text) ?? []
  if (phone === undefined || /^(?:19|20)\d\d[ .-](?:0[1-9]|1[0-2])[ .-]/.test(phone)) return false
  return phone.replaceAll(/\D/g, '').length >= LEAST_PHONE_DIGITS
}
