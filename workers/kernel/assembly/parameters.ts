/** ML-DSA-65: the constants of FIPS 204, table 1 and table 2, by their names there. */

/** The modulus, 2^23 - 2^13 + 1. */
export const Q: i32 = 8_380_417;
/** A 512th root of unity modulo q. */
export const ZETA: i64 = 1_753;
/** Rows and columns of the matrix. */
export const K: i32 = 6;
export const L: i32 = 5;
/** Dropped bits of t. */
export const D: i32 = 13;
/** Coefficients of the challenge that are not zero. */
export const TAU: i32 = 49;
export const ETA: i32 = 4;
/** TAU * ETA. */
export const BETA: i32 = 196;
export const GAMMA1: i32 = 1 << 19;
/** (q - 1) / 32. */
export const GAMMA2: i32 = 261_888;
/** Most hints of a signature. */
export const OMEGA: i32 = 55;

/** A polynomial of 256 coefficients, four bytes each. */
export const POLY: usize = 1_024;

export const PUBLIC_KEY_BYTES: usize = 1_952;
export const SECRET_KEY_BYTES: usize = 4_032;
export const SIGNATURE_BYTES: usize = 3_309;
export const SEED_BYTES: usize = 32;
/** Bytes of the commitment hash, lambda / 4. */
export const C_TILDE: usize = 48;
/** Bytes of mu, of tr and of rho''. */
export const CRH: usize = 64;
/** Bytes of one packed polynomial of z (20 bits a coefficient), t1 (10), t0 (13), s1 and s2 (4), w1 (4). */
export const PACKED_Z: usize = 640;
export const PACKED_T1: usize = 320;
export const PACKED_T0: usize = 416;
export const PACKED_S: usize = 128;
export const PACKED_W1: usize = 128;
/** Where the hints of a signature begin. */
export const HINTS: usize = 48 + 5 * 640;

/** Bytes of a block of SHAKE128 and of SHAKE256. */
export const RATE128: usize = 168;
export const RATE256: usize = 136;
