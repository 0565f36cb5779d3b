<?php
// A careful channel manager: closes a room in each of three nights of three properties. php manager.php kept|each
$kept = ($argv[1] ?? 'each') === 'kept';
$scopes = 'properties_get properties_set';
$token = null;
$renewAt = 0;
$link = null;

class Refused extends Exception {}

function send(string $method, string $path, ?string $token, ?array $form = null): array {
    global $link, $kept;
    if ($link === null || !$kept) $link = curl_init();
    $head = [];
    curl_reset($link);
    curl_setopt_array($link, [
        CURLOPT_URL => getenv('API_URL') . $path,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 15,
        CURLOPT_HTTPHEADER => $token === null ? [] : ["Authorization: Bearer $token", 'X-SERVICE-Channel-Name: Northern Rooms'],
        CURLOPT_FORBID_REUSE => !$kept,
        // libcurl sends a request again by itself when a kept connection ends without a response: not a write
        CURLOPT_FRESH_CONNECT => $method !== 'GET',
        CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$head): int {
            if (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $head[strtolower($name)] = trim($value);
            }
            return strlen($line);
        },
    ]);
    if ($form !== null) curl_setopt($link, CURLOPT_POSTFIELDS, http_build_query($form));
    $body = curl_exec($link);
    return [$body === false ? 0 : curl_getinfo($link, CURLINFO_RESPONSE_CODE), $head, json_decode((string) $body, true), (string) $body];
}

function pause(int $attempt, array $head): void {
    usleep((int) (1e6 * max(0.35 * 2 ** $attempt, 1.02 * (float) ($head['retry-after'] ?? 0))));
}

function signIn(): void {
    global $token, $scopes, $renewAt;
    for ($attempt = 0; $attempt < 6; $attempt++) {
        [$status, $head, $data] = send('POST', '/oauth/token', null, ['grant_type' => 'client_credentials',
            'client_id' => getenv('CLIENT_ID'), 'client_secret' => getenv('CLIENT_SECRET'), 'scope' => $scopes]);
        if ($status === 200 && isset($data['access_token'])) {
            $token = $data['access_token'];
            $renewAt = microtime(true) + $data['expires_in'] - min(60, $data['expires_in'] / 2);
            return;
        }
        if ($status === 400 && ($data['error'] ?? '') === 'invalid_scope') $scopes = 'properties_get';
        else pause($attempt, $head);
    }
    exit(1);
}

/** Data and headers of a call. A write is repeated only when it is not found done. */
function call(string $method, string $path, ?array $form = null, ?callable $isDone = null): array {
    global $token, $scopes, $renewAt;
    for ($attempt = 0; $attempt < 6; $attempt++) {
        if (microtime(true) >= $renewAt) signIn();
        [$status, $head, $data, $body] = send($method, $path, $token, $form);
        if ($status === 401) {
            signIn();
            [$status, $head, $data, $body] = send($method, $path, $token, $form);
        }
        if ($status === 0 || $status === 429 || $status >= 500 || ($status === 200 && $data === null)) {
            pause($attempt, $head);
            if ($isDone && $status !== 429 && $status !== 503 && $isDone()) return [[], $head];
            continue;
        }
        if ($status === 200 && ($data['meta']['code'] ?? 200) !== 204) return [$data['data'], $head];
        if ($status === 403 && (($data['error'] ?? '') === 'forbidden' || str_contains($body, 'feature'))) $scopes = 'properties_get';
        throw new Refused("$method $path", $status);
    }
    throw new Refused("$method $path", 0);
}

$own = [];
function listOwn(): array {
    global $own;
    [$data, $head] = call('GET', '/properties/all');
    $own = $data['ids'];
    return $head;
}

function closeNight(int $property, string $night): void {
    global $scopes;
    $next = date('Y-m-d', strtotime("$night +1 day"));
    for ($try = 0; $try < 3; $try++) {
        [$data] = call('GET', "/properties/$property/availabilities/$night/$next");
        $room = array_values($data['available_rooms'] ?? [])[0]['room_uid'] ?? null;
        if ($room === null || $scopes === 'properties_get') return;
        try {
            call('POST', "/blackbookings/$property/$room/$night", [], function () use ($property, $room, $night): bool {
                [$data] = call('GET', "/blackbookings/$property/roomlist/$night");
                foreach ($data['blackbooking'] as $one)
                    if ($one['room_uid'] == $room && $one['date'] === str_replace('-', '/', $night)) return true;
                return false;
            });
            return;
        } catch (Refused $refused) {
            if ($refused->getCode() !== 204 && $refused->getCode() !== 200) throw $refused;
        }
    }
}

date_default_timezone_set('UTC');
signIn();
$today = strtotime(listOwn()['date']);
foreach ([1, 2, 4] as $property)
    for ($ahead = 25; $ahead < 28; $ahead++) {
        if (!in_array($property, $own)) continue;
        try {
            closeNight($property, date('Y-m-d', $today + $ahead * 86400));
        } catch (Refused $refused) {
            fwrite(STDERR, "{$refused->getMessage()}: {$refused->getCode()}\n");
            if ($refused->getCode() === 403 && $scopes !== 'properties_get') listOwn();
        }
    }
